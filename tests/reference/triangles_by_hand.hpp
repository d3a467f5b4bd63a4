// Reference for triangles: common neighbors of the endpoints of every edge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Distinct neighbors of each vertex of an undirected graph, excluding itself.
inline std::vector<std::set<vertex_id>> neighbours_by_hand(const graph& g) {
  std::vector<std::set<vertex_id>> neighbours(g.num_vertices());
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    neighbours[u].insert(g.view().out.begin(u), g.view().out.end(u));
    neighbours[u].erase(u);
  }
  return neighbours;
}

/// Number of triangles that contain each vertex.
inline std::vector<std::uint64_t> triangles_by_hand(const std::vector<std::set<vertex_id>>& neighbours) {
  std::vector<std::uint64_t> triangles(neighbours.size(), 0);
  for (std::size_t u = 0; u < neighbours.size(); ++u) {
    for (const vertex_id v : neighbours[u]) {
      triangles[u] += static_cast<std::uint64_t>(std::count_if(neighbours[v].begin(), neighbours[v].end(),
                                                               [&](vertex_id w) { return w > v && neighbours[u].contains(w); }));
    }
  }
  return triangles;
}

}  // namespace fathom::test
