// Direction-optimising breadth-first search on one CUDA device, the whole level loop in one kernel.
// Liu, Huang, "Enterprise", SC 2015; Beamer, Asanovic, Patterson, SC 2012; Merrill, Garland, Grimshaw, PPoPP 2012.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/bfs/search_request.hpp"
#include "fathom/device.hpp"
#include "fathom/layout.hpp"

namespace fathom::bfs_engine {

/// What the searches will be asked for: memory is planned and allocated once.
struct cuda_plan {
  bool distances = true, predecessors = true;
  bool map_back = true;        ///< results in the caller's ids and order
  bool deterministic = false;  ///< predecessors are the smallest caller's id among the valid ones
  bool report_levels = false;
};

/// Holds a copy of the layout on the device, and the memory of one search at a time.
class bfs_cuda {
 public:
  /// Throws error_category::memory where the device has too little, before anything is allocated; ::device.
  bfs_cuda(const layout& prepared, device where, const cuda_plan& plan);
  ~bfs_cuda();
  bfs_cuda(const bfs_cuda&) = delete;
  bfs_cuda& operator=(const bfs_cuda&) = delete;

  /// The results stay on the device; the request's arrays are not looked at.
  outcome run(const request& r);

  /// Of the last run, in device time: searching with all initialising, and writing in the caller's ids.
  [[nodiscard]] double seconds_search() const;
  [[nodiscard]] double seconds_map_back() const;

  /// As many entries as the caller's vertices, or the layout's without map_back.
  void copy_distances(hop_count* to) const;
  void copy_predecessors(vertex_id* to) const;

  /// Directed edges out of the vertices that the last run reached.
  [[nodiscard]] std::uint64_t edges_out_of_reached() const;

 private:
  struct state;
  template <class Offset>
  struct typed_state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::bfs_engine
