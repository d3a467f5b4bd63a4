// Shortest-path engine on a CUDA device.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "fathom/weighted_layout.hpp"
#include "sssp/search_request.hpp"

namespace fathom::sssp_engine {

/// Engine that holds the layout's adjacency rows on the device, and the memory of one search.
class sssp_cuda {
 public:
  /// `predecessors`: whether take_predecessors() will be called. Throws error_category::memory if the device has too little memory,
  /// before allocating anything; ::device.
  sssp_cuda(const weighted_layout& l, device where, bool predecessors);
  ~sssp_cuda();
  sssp_cuda(const sssp_cuda&) = delete;
  sssp_cuda& operator=(const sssp_cuda&) = delete;

  /// Windows are phases here, that is passes over all vertices whose distance has decreased. The stop token is polled only before
  /// the search.
  outcome run(const request& r);

  /// Device time of the last run, including initialization.
  [[nodiscard]] double seconds() const;
  /// Whether its distances were 32-bit integers.
  [[nodiscard]] bool narrow() const;

  /// Write n entries to host memory, in the layout's ids. Unreached vertices have infinite distance. Of several valid predecessors,
  /// those with a smaller distance are preferred, and of these the smallest id is chosen.
  void take_distances(double* to) const;
  void take_predecessors(vertex_id* to) const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::sssp_engine
