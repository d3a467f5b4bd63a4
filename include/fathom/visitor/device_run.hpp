// Run of multi_search() on a CUDA device: the part that does not depend on the user program and is therefore compiled into the
// library. Needs no CUDA header.
#pragma once

#include <memory>
#include <span>

#include "fathom/array.hpp"
#include "fathom/visitor/device_job.hpp"
#include "fathom/visitor/device_room.hpp"

namespace fathom::multi_search_engine {

/// Memory needs of a user program in bytes, with padded arrays.
struct device_needs {
  std::size_t state = 0;         ///< a search's state, without its arrays
  std::size_t state_arrays = 0;  ///< arrays of the state, per thread block
  std::size_t row = 0;           ///< results of a search in addition to its state
  std::size_t totals = 0;
  std::size_t result = 0;  ///< in host memory
  bool edge_totals = false;
};

/// Throws error_category::usage as check_call() does, and for another device than that of the layout; ::memory for too many
/// vertices.
void check_device_call(const layout& l, std::span<const vertex_id> sources, const multi_search_options& options);

/// Owns the layout and all memory on the device.
class device_run : public device_room {
 public:
  /// Throws as check_device_call() does, ::device, and ::memory if the layout does not fit.
  device_run(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options);
  device_run(const device_run&) = delete;
  device_run& operator=(const device_run&) = delete;
  ~device_run();

  device_job job;  ///< kernel arguments, valid after plan()
  multi_search_report report;

  /// Chooses the method, T, the number of thread blocks and the size of a batch, and allocates memory for them. Moves the state
  /// arrays in a thread block's memory (job.arrays.list[].at) behind the engine's own data.
  void plan(const device_needs& needs, int blocks_per_multiprocessor);
  [[nodiscard]] unsigned blocks() const noexcept;
  /// The layout with the offsets of its out-edges in host memory.
  [[nodiscard]] layout with_host_offsets();

  /// A batch: begin_batch(first source), launch the kernel, launched(), end_batch(), which waits. Throws ::cancelled.
  void begin_batch(std::size_t first);
  void launched();
  void end_batch();
  /// Adds the searches' counts to the report.
  void add_counts();

 private:
  struct parts;

  void place_arrays(const device_needs& needs);
  std::size_t choose_batch(const device_needs& needs, int blocks_per_multiprocessor);
  void allocate_batch();
  void choose_method();

  std::unique_ptr<parts> parts_;
};

/// Numbers of vertices and of their out-edges by out-degree: [0] for degree 0, [k] for degrees from 2^(k-1) to 2^k - 1.
struct degree_histogram {
  static constexpr int bins = 34;
  unsigned long long vertices[bins] = {}, edges[bins] = {};
};

/// Chooses T, the largest out-degree of a vertex that one thread processes: the value 2^k - 1 with the least estimated work in warp
/// steps. 32 threads take as many steps as the largest of 32 random degrees up to T, each of which costs as much as 4 steps of a
/// warp that reads along one row. A warp takes one step per 32 edges of a row, plus 4 to start it.
[[nodiscard]] edge_offset choose_threshold(const degree_histogram& degrees);

}  // namespace fathom::multi_search_engine
