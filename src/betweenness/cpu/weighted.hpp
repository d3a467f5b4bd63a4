// Betweenness along weighted shortest paths, on the CPU.
#pragma once

#include <span>

#include "fathom/betweenness.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {

/// prepare_weighted() for betweenness. Also throws error_category::input for an edge of weight 0 between different vertices, naming
/// it: walks of any length along such edges would be shortest paths.
[[nodiscard]] weighted_layout prepare_positive_weights(const graph& g, const run_control& control);

/// Computes the unscaled sums, with one search per thread. Path counts are extended-range numbers if `wide`, else doubles. Returns
/// false if these overflow. Throws error_category::input for a weight that is lost in the sum of a path's weights; ::memory,
/// ::cancelled.
[[nodiscard]] bool run_weighted_betweenness(const graph& g, const weighted_layout& prepared, std::span<const vertex_id> sources,
                                            const betweenness_options& options, const execution& exec, bool wide,
                                            betweenness_result& result);

}  // namespace fathom
