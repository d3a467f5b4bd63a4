// PageRank by power iterations on a CUDA device.
#pragma once

#include <span>

#include "fathom/device.hpp"
#include "pagerank/device_request.hpp"

namespace fathom::pagerank_engine {

/// Throws error_category::memory if the device has too little memory, before allocating anything; ::device, ::cancelled.
[[nodiscard]] device_scores pagerank_cuda(const device_request& request, device where);

/// Personalized scores. Ignores the request's distributions, blocks and single_result. Throws as pagerank_cuda() does.
[[nodiscard]] batch_outcome personalized_pagerank_cuda(const device_request& request, std::span<const pagerank_seed> seeds,
                                                       device where, const batch_output& to);

}  // namespace fathom::pagerank_engine
