// Reference for betweenness along weights: Dijkstra's algorithm with lists of predecessors, and Brandes' accumulation.
#pragma once

#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Sums over the pairs from `sources`, unscaled. Edges have one value per direction, as stored.
struct weighted_sums {
  std::vector<double> vertices, edges;
};

inline weighted_sums weighted_brandes(const graph& g, std::span<const vertex_id> sources, bool endpoints) {
  struct way {
    vertex_id from;
    edge_offset e;
  };
  const adjacency_view& out = g.view().out;
  weighted_sums sums{std::vector<double>(g.num_vertices()), std::vector<double>(g.num_edges())};
  for (const vertex_id s : sources) {
    std::vector<double> d(g.num_vertices(), std::numeric_limits<double>::infinity()), paths(d.size()), dependency(d.size());
    std::vector<std::vector<way>> before(d.size());
    std::vector<bool> done(d.size());
    std::vector<vertex_id> order;
    using entry = std::pair<double, vertex_id>;
    std::priority_queue<entry, std::vector<entry>, std::greater<>> waiting;
    d[s] = 0, paths[s] = 1;
    waiting.emplace(0, s);
    while (!waiting.empty()) {
      const vertex_id u = waiting.top().second;
      waiting.pop();
      if (done[u]) continue;
      done[u] = true;
      order.push_back(u);
      for (const way& w : before[u]) paths[u] += paths[w.from];
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
        const vertex_id v = out.targets[e];
        const double there = d[u] + out.weight(e);
        if (done[v] || there > d[v]) continue;
        if (there < d[v]) {
          d[v] = there, before[v].clear();
          waiting.emplace(there, v);
        }
        before[v].push_back({u, e});
      }
    }
    for (std::size_t i = order.size(); i-- > 0;) {
      const vertex_id v = order[i];
      for (const auto& [u, e] : before[v]) {
        const double part = paths[u] / paths[v] * (1 + dependency[v]);
        dependency[u] += part;
        sums.edges[e] += part;
      }
      if (v != s) sums.vertices[v] += dependency[v] + (endpoints ? 1 : 0);
    }
    if (endpoints) sums.vertices[s] += static_cast<double>(order.size()) - 1;
  }
  return sums;
}

}  // namespace fathom::test
