// Connected components on a CUDA device.
#pragma once

#include <memory>
#include <stop_token>

#include "fathom/device.hpp"
#include "fathom/graph.hpp"

namespace fathom::components_engine {

/// Holds the graph's rows on the device, unless they are there since they were built, and the labels.
class connected_cuda {
 public:
  /// Throws error_category::memory where the device has too little, before anything is allocated; ::device.
  connected_cuda(const graph& g, device where);
  ~connected_cuda();
  connected_cuda(const connected_cuda&) = delete;
  connected_cuda& operator=(const connected_cuda&) = delete;

  /// Finds for each vertex the smallest that it is joined to, directions ignored; seconds of the device. Again with every call.
  double run();

  /// To labels[0, n) in host memory.
  void take(vertex_id* labels) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::components_engine
