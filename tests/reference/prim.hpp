// Reference for spanning forests: Prim's algorithm without a heap, in O(n^2).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Total weight of a minimum spanning forest; with a sign of -1, of a maximum one.
inline double forest_weight_by_hand(const graph& g, double sign) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const adjacency_view& rows = g.view().out;
  std::vector<double> nearest(g.num_vertices(), infinite);
  std::vector<bool> in_forest(g.num_vertices(), false);
  double total = 0;
  for (vertex_id added = 0; added < g.num_vertices(); ++added) {
    vertex_id next = no_vertex;
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      if (!in_forest[v] && (next == no_vertex || nearest[v] < nearest[next])) next = v;
    }
    in_forest[next] = true;
    if (nearest[next] < infinite) total += sign * nearest[next];
    for (edge_offset e = rows.offsets[next]; e < rows.offsets[next + 1]; ++e)
      nearest[rows.targets[e]] = std::min(nearest[rows.targets[e]], sign * rows.weight(e));
  }
  return total;
}

}  // namespace fathom::test
