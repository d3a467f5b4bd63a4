// Searches and distance sums shared by closeness and harmonic centrality.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "fathom/closeness.hpp"

namespace fathom {

/// Sums over the distances from all other vertices to a vertex.
struct distance_sums {
  double others = 0;    ///< number of vertices with a path to it
  double distance = 0;  ///< sum of their distances
  double harmonic = 0;  ///< sum of 1 / distance
};

/// Runs the searches that `options` request and calls `value` with the exact or estimated sums of each requested vertex.
[[nodiscard]] centrality_result run_centrality(const graph& g, const centrality_options& options, const execution& exec,
                                               const std::function<double(const distance_sums&)>& value);

}  // namespace fathom
