// Betweenness (Brandes' algorithm) with a whole CUDA device for up to 32 concurrent searches. A specialization of what
// multi_search() does for user programs; every sum has a fixed order of summation, so that runs are reproducible.
#pragma once

#include <string>

#include "betweenness/grid_request.hpp"
#include "fathom/layout.hpp"

namespace fathom::betweenness_engine {

/// The reason why this engine cannot run; empty if it can. Throws error_category::device.
[[nodiscard]] std::string grid_unavailable_reason(const layout& prepared, const grid_request& request);

/// Throws error_category::usage if sources, layout and graph do not match or the layout lacks in-edges; ::memory, ::device and
/// ::cancelled.
[[nodiscard]] grid_result betweenness_grid(const graph& g, const layout& prepared, const grid_request& request);

}  // namespace fathom::betweenness_engine
