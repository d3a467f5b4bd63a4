// Reference for core numbers: removes a vertex with the fewest remaining neighbors, again and again.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Neighbors of each vertex, in both directions and other than itself, as often as there are edges.
inline std::vector<std::vector<vertex_id>> all_neighbors_by_hand(const graph& g) {
  std::vector<std::vector<vertex_id>> neighbors(g.num_vertices());
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) {
      if (*v == u) continue;
      neighbors[u].push_back(*v);
      if (g.directed()) neighbors[*v].push_back(u);
    }
  }
  return neighbors;
}

inline std::vector<vertex_id> cores_by_hand(const graph& g) {
  const std::vector<std::vector<vertex_id>> neighbors = all_neighbors_by_hand(g);
  std::vector<std::size_t> degree;
  std::set<std::pair<std::size_t, vertex_id>> remaining;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    degree.push_back(neighbors[v].size());
    remaining.emplace(degree[v], v);
  }
  std::vector<vertex_id> core(g.num_vertices());
  std::size_t level = 0;
  while (!remaining.empty()) {
    const vertex_id v = remaining.begin()->second;
    level = std::max(level, degree[v]);
    core[v] = static_cast<vertex_id>(level);
    remaining.erase(remaining.begin());
    for (const vertex_id u : neighbors[v]) {
      if (remaining.erase({degree[u], u}) > 0) remaining.emplace(--degree[u], u);
    }
  }
  return core;
}

}  // namespace fathom::test
