// Reference for closeness, harmonic centrality, eccentricity and diameter: a queue-based search from every vertex.
#pragma once

#include <algorithm>
#include <vector>

#include "queue_bfs.hpp"

namespace fathom::test {

/// distances[s][v] from s to v.
using distance_rows = std::vector<std::vector<hop_count>>;

inline distance_rows all_distances(const graph& g) {
  distance_rows rows;
  for (vertex_id s = 0; s < g.num_vertices(); ++s) rows.push_back(queue_bfs(g, s));
  return rows;
}

inline double closeness_by_hand(const distance_rows& d, vertex_id u, bool improved) {
  double others = 0, sum = 0;
  for (vertex_id s = 0; s < d.size(); ++s) {
    if (s != u && d[s][u] != unreachable) others += 1, sum += d[s][u];
  }
  if (sum == 0) return 0;
  return others / sum * (improved ? others / static_cast<double>(d.size() - 1) : 1);
}

inline double harmonic_by_hand(const distance_rows& d, vertex_id u) {
  double sum = 0;
  for (vertex_id s = 0; s < d.size(); ++s) {
    if (s != u && d[s][u] != unreachable) sum += 1.0 / d[s][u];
  }
  return sum;
}

inline hop_count eccentricity_by_hand(const distance_rows& d, vertex_id u) { return *std::max_element(d[u].begin(), d[u].end()); }

/// Vertices that reach u and that u reaches.
inline std::vector<vertex_id> component_by_hand(const distance_rows& d, vertex_id u) {
  std::vector<vertex_id> together;
  for (vertex_id v = 0; v < d.size(); ++v) {
    if (d[u][v] != unreachable && d[v][u] != unreachable) together.push_back(v);
  }
  return together;
}

}  // namespace fathom::test
