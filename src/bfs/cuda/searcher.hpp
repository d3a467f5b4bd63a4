// Breadth-first search engine on one CUDA device; consecutive searches reuse its memory.
#pragma once

#include <cstdint>
#include <memory>

#include "bfs/search_request.hpp"
#include "fathom/device.hpp"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

struct cuda_engine;

/// Engine that holds the required parts of the layout on the device, and the memory of one search.
class bfs_cuda {
 public:
  /// Plans memory for searches with such `options`. Throws error_category::memory if the device has too little, before allocating
  /// anything; ::device.
  bfs_cuda(const layout& prepared, device where, const bfs_options& options);
  /// `engine` was made with `where` as the current device.
  bfs_cuda(device where, std::unique_ptr<cuda_engine> engine);
  ~bfs_cuda();
  bfs_cuda(const bfs_cuda&) = delete;
  bfs_cuda& operator=(const bfs_cuda&) = delete;

  /// The results stay on the device until take_results(); the request's arrays are ignored.
  outcome run(const request& r);

  /// Planned device memory, without parts of the layout that are already on the device.
  [[nodiscard]] std::uint64_t planned_bytes() const;

  /// Device times of the last run: search including initialization, and mapping to the caller's ids.
  [[nodiscard]] double seconds_search() const;
  [[nodiscard]] double seconds_map_back() const;

  /// Writes the results of an isolated source that is not in the layout, in place of run(); `source` is the caller's id.
  void reach_only_source(vertex_id source, vertex_id root_predecessor);

  /// Copies to the result's arrays, which have one entry per vertex of the caller, or of the layout without map_back. With
  /// keep_on_device they are replaced by the engine's own arrays, which the next run overwrites unless they have been moved out.
  void take_results(bfs_result& result);

  /// Directed edges out of the vertices that the last run reached.
  [[nodiscard]] std::uint64_t edges_out_of_reached();

 private:
  device where_;
  std::unique_ptr<cuda_engine> engine_;
};

/// Number of levels of one search with a layout in device memory.
[[nodiscard]] hop_count bfs_depth_cuda(const layout& prepared, const request& r);

}  // namespace fathom::bfs_engine
