// PageRank by power iterations on a CUDA device.
#pragma once

#include "fathom/device.hpp"
#include "pagerank/request.hpp"

namespace fathom::pagerank_engine {

/// `ranks`, in host memory, holds the initial scores and receives the result, which is the same in every run. `hubs_first`: most
/// edges come from the vertices with the smallest ids. Throws error_category::memory if the device has too little memory, before
/// allocating anything; ::device.
[[nodiscard]] pagerank_run pagerank_cuda(const pagerank_request& request, device where, bool hubs_first, double* ranks);

}  // namespace fathom::pagerank_engine
