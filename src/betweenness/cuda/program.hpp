// Betweenness user program on a CUDA device, with one search per thread block.
#pragma once

#include <span>

#include "fathom/betweenness.hpp"

namespace fathom {

/// run_betweenness() with multi_search_on_device().
[[nodiscard]] bool block_betweenness_cuda(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                                          const betweenness_options& options, bool wide, betweenness_result& result);

}  // namespace fathom
