#include "fathom/closeness.hpp"

#include <cmath>
#include <limits>

#include "centrality/centrality_searches.hpp"

namespace fathom {

centrality_result closeness(const graph& g, const centrality_options& options, const execution& exec) {
  const double all_others = static_cast<double>(g.num_vertices()) - 1;
  return run_centrality(g, options, exec, [&](const distance_sums& sums) {
    if (sums.distance <= 0) return 0.0;
    const double near = sums.others / sums.distance;
    return options.improved ? near * (sums.others / all_others) : near;
  });
}

centrality_result harmonic(const graph& g, const centrality_options& options, const execution& exec) {
  const double all_others = static_cast<double>(g.num_vertices()) - 1;
  return run_centrality(g, options, exec, [&](const distance_sums& sums) {
    return options.normalized && all_others > 0 ? sums.harmonic / all_others : sums.harmonic;
  });
}

double sampling_error(std::size_t samples, vertex_id num_vertices, double failure) {
  if (samples >= num_vertices) return 0;
  if (samples <= 1) return std::numeric_limits<double>::infinity();
  // One sample may be the vertex itself, which contributes nothing.
  return std::sqrt(std::log(2.0 * num_vertices / failure) / (2.0 * static_cast<double>(samples - 1)));
}

}  // namespace fathom
