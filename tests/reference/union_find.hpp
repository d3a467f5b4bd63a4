// Reference for (weakly) connected components: union-find with path halving.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// The smallest vertex of each vertex's component, ignoring edge directions.
inline std::vector<vertex_id> components_by_hand(const graph& g) {
  std::vector<vertex_id> parent(g.num_vertices());
  std::iota(parent.begin(), parent.end(), vertex_id{0});
  const auto find = [&](vertex_id v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) {
      vertex_id a = find(u), b = find(*v);
      if (a > b) std::swap(a, b);
      parent[b] = a;
    }
  }
  for (vertex_id v = 0; v < g.num_vertices(); ++v) parent[v] = find(v);
  return parent;
}

}  // namespace fathom::test
