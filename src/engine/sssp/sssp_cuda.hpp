// Shortest paths from one source after another on a CUDA device.
#pragma once

#include <memory>

#include "engine/sssp/search_request.hpp"
#include "fathom/device.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

/// Holds the layout's rows on the device, and the memory of one search at a time.
class sssp_cuda {
 public:
  /// `predecessors`: they will be asked for. Throws error_category::memory where the device has too little, before anything is
  /// allocated; ::device.
  sssp_cuda(const weighted_layout& l, device where, bool predecessors);
  ~sssp_cuda();
  sssp_cuda(const sssp_cuda&) = delete;
  sssp_cuda& operator=(const sssp_cuda&) = delete;

  /// Windows are phases here: looks through all vertices whose distance has become smaller. A stop request is seen before.
  outcome run(const request& r);

  /// Device time of the last run, initialising included.
  [[nodiscard]] double seconds() const;
  /// Whether its distances were whole numbers of 32 bits.
  [[nodiscard]] bool narrow() const;

  /// n entries each, in host memory and the layout's ids: infinity for vertices without a path; of several valid predecessors one
  /// whose distance is smaller, if there is one, and of these the smallest.
  void take_distances(double* to) const;
  void take_predecessors(vertex_id* to) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::sssp_engine
