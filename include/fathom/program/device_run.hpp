// A run of a program on a CUDA device: the part that is the same for every program and therefore compiled. No CUDA header here.
#pragma once

#include <memory>
#include <span>

#include "fathom/array.hpp"
#include "fathom/program/device_job.hpp"
#include "fathom/program/device_room.hpp"

namespace fathom::multi_search_engine {

/// What a program asks for, in bytes; of arrays as they are padded.
struct device_needs {
  std::size_t state = 0;         ///< a search's state, without its arrays
  std::size_t state_arrays = 0;  ///< of a block
  std::size_t row = 0;           ///< what a search leaves besides its state
  std::size_t totals = 0;
  std::size_t result = 0;  ///< in host memory
  bool edge_totals = false;
};

/// Holds the layout and all memory on the device while it lives.
class device_run : public device_room {
 public:
  /// Throws error_category::usage as check_call() does, ::device, and ::memory where the layout does not fit.
  device_run(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options);
  device_run(const device_run&) = delete;
  device_run& operator=(const device_run&) = delete;
  ~device_run();

  device_job job;  ///< for a kernel, once plan() has returned
  multi_search_report report;

  /// Chooses the method, T, how many blocks search beside each other and how many searches are a batch, and allocates for them.
  /// Where a block's state arrays lie in its memory (job.arrays.list[].at), they do behind what the engine keeps there.
  void plan(const device_needs& needs, int blocks_a_multiprocessor);
  [[nodiscard]] unsigned blocks() const noexcept;
  /// The layout with the offsets of its out-edges in host memory.
  [[nodiscard]] layout with_host_offsets();

  /// Makes ready for the batch that begins with a source; then the kernel is launched, and waited for. Throws ::cancelled.
  void begin_batch(std::size_t first);
  void launched();
  void end_batch();
  /// What the searches have counted goes into the report.
  void add_counts();

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

/// Vertices, and edges out of them, by out-degree: [0] of degree 0, [k] of degrees from 2^(k-1) to 2^k - 1.
struct degree_histogram {
  static constexpr int bins = 34;
  unsigned long long vertices[bins] = {}, edges[bins] = {};
};

/// T, the largest out-degree of a vertex that is a thread's work: among 2^k - 1 the one with the least estimated work, in steps of
/// a warp. 32 threads take as many as the largest of 32 random degrees up to T, each of which costs as much as 4 of a warp that
/// reads along one row; a warp takes a step for every 32 edges of a row, and 4 to begin with it.
[[nodiscard]] edge_offset choose_threshold(const degree_histogram& degrees);

}  // namespace fathom::multi_search_engine
