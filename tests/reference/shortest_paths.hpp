// Reference for betweenness centrality: shortest paths between all pairs are counted, and for each pair those through each vertex.
#pragma once

#include <vector>

#include "queue_bfs.hpp"

namespace fathom::test {

struct all_paths {
  std::vector<std::vector<hop_count>> distance;  // [s][t]
  std::vector<std::vector<double>> number;       // of shortest paths from s to t
};

inline all_paths count_all_paths(const graph& g) {
  const vertex_id n = g.num_vertices();
  all_paths all;
  for (vertex_id s = 0; s < n; ++s) {
    all.distance.push_back(queue_bfs(g, s));
    const std::vector<hop_count>& d = all.distance.back();
    std::vector<std::vector<vertex_id>> levels(n + 1);
    for (vertex_id v = 0; v < n; ++v) {
      if (d[v] != unreachable) levels[static_cast<std::size_t>(d[v])].push_back(v);
    }
    std::vector<double> number(n);
    number[s] = 1;
    for (const std::vector<vertex_id>& level : levels) {
      for (const vertex_id u : level) {
        for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) {
          if (d[*v] == d[u] + 1) number[*v] += number[u];
        }
      }
    }
    all.number.push_back(std::move(number));
  }
  return all;
}

/// The fraction of the shortest paths from s to t through a (or along an edge from u to v), by Bellman's criterion.
inline double share_through(const all_paths& all, vertex_id s, vertex_id t, vertex_id u, vertex_id v, hop_count hops) {
  const auto& d = all.distance;
  if (d[s][t] == unreachable || d[s][u] == unreachable || d[v][t] == unreachable) return 0;
  if (d[s][u] + hops + d[v][t] != d[s][t]) return 0;
  return all.number[s][u] * all.number[v][t] / all.number[s][t];
}

}  // namespace fathom::test
