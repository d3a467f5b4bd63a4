// PageRank by power iterations on a CUDA device.
#pragma once

#include <memory>

#include "fathom/device.hpp"
#include "pagerank/request.hpp"

namespace fathom::pagerank_engine {

/// Engine that holds a copy of the adjacency rows on the device.
class pagerank_cuda {
 public:
  /// `hubs_first`: most edges come from the vertices with the smallest ids. The request must outlive this object. Throws
  /// error_category::memory if the device has too little memory, before allocating anything; ::device.
  pagerank_cuda(const pagerank_request& request, device where, bool hubs_first);
  ~pagerank_cuda();
  pagerank_cuda(const pagerank_cuda&) = delete;
  pagerank_cuda& operator=(const pagerank_cuda&) = delete;

  /// `ranks`, in host memory, holds the initial scores and receives the result, which is the same in every run.
  [[nodiscard]] pagerank_run run(double* ranks);

  /// Device time of the iterations of the last run.
  [[nodiscard]] double seconds() const;

 private:
  struct state;
  int device_ = 0;
  std::unique_ptr<state> state_;
};

}  // namespace fathom::pagerank_engine
