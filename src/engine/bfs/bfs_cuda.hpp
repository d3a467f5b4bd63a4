// Breadth-first search on one CUDA device: one search after another in the same memory.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/bfs/search_request.hpp"
#include "fathom/device.hpp"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

/// What the searches will be asked for: memory is planned and allocated once.
struct cuda_plan {
  bfs_method method = bfs_method::automatic;
  bool distances = true, predecessors = true;
  bool map_back = true;        ///< results in the caller's ids and order
  bool deterministic = false;  ///< predecessors are the smallest caller's id among the valid ones
  bool keep_on_device = false;
  bool report_levels = false;
};

struct cuda_engine;

/// Holds what the engine reads of the layout on the device, and the memory of one search at a time.
class bfs_cuda {
 public:
  /// Throws error_category::memory where the device has too little, before anything is allocated; ::device.
  bfs_cuda(const layout& prepared, device where, const cuda_plan& plan);
  ~bfs_cuda();
  bfs_cuda(const bfs_cuda&) = delete;
  bfs_cuda& operator=(const bfs_cuda&) = delete;

  /// The results stay on the device until they are taken; the request's arrays are not looked at.
  outcome run(const request& r);

  /// What the plan counted before anything was allocated; what of the layout lies on the device already is not in it.
  [[nodiscard]] std::uint64_t planned_bytes() const;

  /// Of the last run, in device time: searching with all initialising, and writing in the caller's ids.
  [[nodiscard]] double seconds_search() const;
  [[nodiscard]] double seconds_map_back() const;

  /// The results of a vertex that is not in the layout, in place of a run; `source` is the caller's.
  void reach_source_alone(vertex_id source, vertex_id root_predecessor);

  /// Into the result's arrays: as many entries as the caller's vertices, or the layout's without map_back. Arrays that are to stay
  /// on the device are replaced by the engine's own, which the next run overwrites unless they have been moved out.
  void take_results(bfs_result& result);

  /// Directed edges out of the vertices that the last run reached.
  [[nodiscard]] std::uint64_t edges_out_of_reached();

 private:
  device where_;
  std::unique_ptr<cuda_engine> engine_;
};

}  // namespace fathom::bfs_engine
