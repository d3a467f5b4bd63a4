// Reference for breadth-first search: a queue.
#pragma once

#include <limits>
#include <queue>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Hops from the source up to depth_limit; `unreachable` elsewhere.
inline std::vector<hop_count> queue_bfs(const graph& g, vertex_id source,
                                        hop_count depth_limit = std::numeric_limits<hop_count>::max()) {
  std::vector<hop_count> distances(g.num_vertices(), unreachable);
  std::queue<vertex_id> waiting;
  distances[source] = 0;
  waiting.push(source);
  while (!waiting.empty()) {
    const vertex_id u = waiting.front();
    waiting.pop();
    if (distances[u] == depth_limit) continue;
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) {
      if (distances[*v] != unreachable) continue;
      distances[*v] = distances[u] + 1;
      waiting.push(*v);
    }
  }
  return distances;
}

/// For each reached vertex except the source, its smallest in-neighbor in the previous level; no_vertex elsewhere.
inline std::vector<vertex_id> smallest_predecessors(const graph& g, const std::vector<hop_count>& distances) {
  std::vector<vertex_id> predecessors(g.num_vertices(), no_vertex);
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    if (distances[u] == unreachable) continue;
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) {
      if (distances[*v] == distances[u] + 1 && predecessors[*v] == no_vertex) predecessors[*v] = u;
    }
  }
  return predecessors;
}

}  // namespace fathom::test
