// Strongly connected components on a CUDA device: vertices with no way in or out are alone; the giant component by a search forward
// and one backward; the rest by colours. What would be many rounds with little to do is left to the CPU.
// Fleischer, Hendrickson, Pinar, "On Identifying Strongly Connected Components in Parallel", IPDPS Workshops 2000; McLendon et al.,
// JPDC 65(8), 2005 (trimming); Orzan, "On Distributed Verification and Verified Distribution", 2004, and Slota, Rajamanickam,
// Madduri, "BFS and Coloring-based Parallel Algorithms for Strongly Connected Components and Related Problems", IPDPS 2014
// (colours, and the three together).
#pragma once

#include <memory>
#include <stop_token>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Holds the graph's rows on the device, unless they are there since they were built, and the labels.
class strong_cuda {
 public:
  /// Of a directed graph with in-edges. Throws error_category::memory where the device has too little, before anything is
  /// allocated; ::device.
  strong_cuda(const graph& g, device where);
  ~strong_cuda();
  strong_cuda(const strong_cuda&) = delete;
  strong_cuda& operator=(const strong_cuda&) = delete;

  struct outcome {
    double seconds = 0;  ///< of the device
    vertex_id open = 0;  ///< vertices whose label is no_vertex, for strong_rest_cpu()
  };
  /// Finds for each vertex the smallest of its component. Again with every call; where `stop` is requested it ends early.
  outcome run(const std::stop_token& stop);

  /// To labels[0, n) in host memory.
  void take(vertex_id* labels) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::components_engine
