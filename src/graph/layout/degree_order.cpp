#include "graph/layout/degree_order.hpp"

#include <numeric>
#include <vector>

namespace fathom {

// Counting sort by degree.
vertex_renaming order_by_degree(const graph& g) {
  const graph_view& view = g.view();
  const vertex_id n = view.num_vertices;
  const auto isolated = [&](vertex_id v) {
    return view.out.degree(v) == 0 && (!view.in.offsets || !view.directed || view.in.degree(v) == 0);
  };
  const bool keep_all = view.directed && !view.in.offsets;
  std::vector<vertex_id> starts(g.properties().max_out_degree + 2, 0);
  const auto slot = [&](vertex_id v) { return g.properties().max_out_degree - view.out.degree(v); };
  vertex_id kept = 0;
  for (vertex_id v = 0; v < n; ++v) {
    if (!keep_all && isolated(v)) continue;
    ++starts[slot(v) + 1];
    ++kept;
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  vertex_renaming order{array<vertex_id>(std::size_t{kept} + 1), array<vertex_id>(n)};
  for (vertex_id v = 0; v < n; ++v) {
    order.to_internal[v] = !keep_all && isolated(v) ? no_vertex : starts[slot(v)]++;
    if (order.to_internal[v] != no_vertex) order.to_caller[order.to_internal[v]] = v;
  }
  order.to_caller[kept] = no_vertex;
  return order;
}

}  // namespace fathom
