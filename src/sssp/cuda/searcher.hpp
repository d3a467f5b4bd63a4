// Shortest-path engine on a CUDA device.
#pragma once

#include <functional>
#include <memory>

#include "fathom/device.hpp"
#include "fathom/sssp.hpp"
#include "fathom/weighted_layout.hpp"
#include "sssp/search_request.hpp"

namespace fathom::sssp_engine {

/// Engine that holds the layout's adjacency rows on the device, and the memory of one search.
class sssp_cuda {
 public:
  /// The layout must outlive the engine. Throws error_category::memory if the device has too little memory, before allocating
  /// anything; ::device.
  sssp_cuda(const weighted_layout& l, device where, bool predecessors);
  ~sssp_cuda();
  sssp_cuda(const sssp_cuda&) = delete;
  sssp_cuda& operator=(const sssp_cuda&) = delete;

  /// Windows are phases here, that is passes over all vertices whose distance has decreased. The stop token is polled only before
  /// the search. Calls meanwhile() while the device searches.
  outcome run(const request& r, const std::function<void()>& meanwhile);

  /// Whether distances of the last run were 32-bit integers.
  [[nodiscard]] bool narrow() const;

  /// Writes distances, and predecessors if requested, of the last run in the caller's ids: into the arrays of `result`, which are
  /// in host memory and have n entries, or with `keep` as arrays in device memory. Of several valid predecessors, those with a
  /// smaller distance are preferred, and of these the smallest id in the layout is chosen.
  void take(sssp_result& result, bool keep);

  /// Device time of the last run, including initialization, and of its results.
  [[nodiscard]] double seconds_search() const;
  [[nodiscard]] double seconds_distances() const;
  [[nodiscard]] double seconds_predecessors() const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::sssp_engine
