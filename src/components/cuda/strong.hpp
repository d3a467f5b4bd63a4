// Strongly connected components on a CUDA device: trimming of vertices without in-neighbors or without out-neighbors, the giant
// component by one forward and one backward search, the rest by coloring. Work that would take many small rounds is left to the
// CPU. Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected Components in Parallel", IPDPS Workshops 2000; McLendon et
// al., JPDC 65(8), 2005 (trimming); Orzan, "On Distributed Verification and Verified Distribution", 2004, and Slota, Rajamanickam,
// Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and Related Problems", IPDPS 2014
// (coloring, and the combination of all three).
#pragma once

#include <memory>
#include <stop_token>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Engine that holds the labels and, unless the graph was built on the device, a copy of its adjacency rows.
class strong_cuda {
 public:
  /// `g` must be directed and have in-edges. Throws error_category::memory if the device has too little memory, before allocating
  /// anything; ::device.
  strong_cuda(const graph& g, device where);
  ~strong_cuda();
  strong_cuda(const strong_cuda&) = delete;
  strong_cuda& operator=(const strong_cuda&) = delete;

  struct outcome {
    double seconds = 0;  ///< device time
    vertex_id open = 0;  ///< vertices whose label is no_vertex, for strong_rest_cpu()
  };
  /// Finds the smallest vertex of each vertex's component; recomputes on every call. Ends early if `stop` is requested.
  outcome run(const std::stop_token& stop);

  /// Copies to labels[0, n) in host memory.
  void take(vertex_id* labels) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::components_engine
