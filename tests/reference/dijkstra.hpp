// Reference for shortest paths: Dijkstra's algorithm with a binary heap.
#pragma once

#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Returns path lengths in double precision (1 per edge if unweighted); infinity for unreachable vertices, and for those beyond
/// `cutoff`.
inline std::vector<double> dijkstra(const graph& g, vertex_id source, double cutoff = std::numeric_limits<double>::infinity()) {
  std::vector<double> distances(g.num_vertices(), std::numeric_limits<double>::infinity());
  using entry = std::pair<double, vertex_id>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> waiting;
  distances[source] = 0;
  waiting.emplace(0, source);
  const adjacency_view& out = g.view().out;
  while (!waiting.empty()) {
    const auto [d, u] = waiting.top();
    waiting.pop();
    if (d > distances[u]) continue;
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      const double there = d + out.weight(e);
      if (there >= distances[out.targets[e]] || there > cutoff) continue;
      distances[out.targets[e]] = there;
      waiting.emplace(there, out.targets[e]);
    }
  }
  return distances;
}

}  // namespace fathom::test
