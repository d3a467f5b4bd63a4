// Modularity of given communities.
#include <vector>

#include "fathom/communities.hpp"

namespace fathom {

double modularity(const graph& g, std::span<const vertex_id> labels, const modularity_options& options) {
  adjacency_view rows = g.view().out;
  if (!options.weighted) rows.weights = nullptr, rows.wide_weights = nullptr;
  std::vector<double> endpoints(g.num_vertices(), 0);
  double within = 0, all = 0;  // endpoints of edges
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    double degree = 0;
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      const double weight = rows.targets[e] == u ? 2 * rows.weight(e) : rows.weight(e);
      degree += weight;
      if (labels[rows.targets[e]] == labels[u]) within += weight;
    }
    endpoints[labels[u]] += degree, all += degree;
  }
  if (all == 0) return 0;
  double expected = 0;
  for (const double part : endpoints) expected += part / all * (part / all);
  return within / all - options.resolution * expected;
}

}  // namespace fathom
