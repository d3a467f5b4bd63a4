// What closeness and harmonic centrality share: which searches to run, and the sums that come of them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "fathom/closeness.hpp"

namespace fathom {

/// Sums over the distances to a vertex, without its own.
struct distance_sums {
  double others = 0;    ///< vertices with a path
  double distance = 0;  ///< of all of these
  double harmonic = 0;  ///< of 1 / distance
};

/// Runs the searches that `options` ask for, and calls `value` with the sums, or estimates of them, for each vertex asked for.
[[nodiscard]] centrality_result run_centrality(const graph& g, const centrality_options& options,
                                               const std::function<double(const distance_sums&)>& value);

}  // namespace fathom
