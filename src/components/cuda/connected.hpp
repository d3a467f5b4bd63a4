// Connected components on a CUDA device.
#pragma once

#include <memory>
#include <stop_token>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Engine that holds the labels and, unless the graph was built on the device, a copy of its adjacency rows.
class connected_cuda {
 public:
  /// Throws error_category::memory if the device has too little memory, before allocating anything; ::device.
  connected_cuda(const graph& g, device where);
  ~connected_cuda();
  connected_cuda(const connected_cuda&) = delete;
  connected_cuda& operator=(const connected_cuda&) = delete;

  /// Finds the smallest vertex of each vertex's component, ignoring directions; recomputes on every call. Returns device seconds.
  double run();

  /// Copies to labels[0, n) in host memory.
  void take(vertex_id* labels) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::components_engine
