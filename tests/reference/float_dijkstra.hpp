// Reference for weighted shortest paths: Dijkstra's algorithm in the float arithmetic of the implementation under test.
#pragma once

#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Infinity if unreachable. Edges of an unweighted graph have length 1.
inline std::vector<float> float_dijkstra(const graph& g, vertex_id source) {
  std::vector<float> distance(g.num_vertices(), std::numeric_limits<float>::infinity());
  using entry = std::pair<float, vertex_id>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> waiting;
  distance[source] = 0;
  waiting.emplace(0.0f, source);
  while (!waiting.empty()) {
    const auto [at, u] = waiting.top();
    waiting.pop();
    if (at > distance[u]) continue;
    const adjacency_view& out = g.view().out;
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      const float next = at + (out.weights ? out.weights[e] : 1.0f);
      if (!(next < distance[out.targets[e]])) continue;
      distance[out.targets[e]] = next;
      waiting.emplace(next, out.targets[e]);
    }
  }
  return distance;
}

}  // namespace fathom::test
