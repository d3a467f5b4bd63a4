// All edges of a partitioned graph, in the caller's ids, gathered on every process.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "fathom/distributed/graph.hpp"
#include "partitioned.hpp"

namespace fathom::test {

struct directed_edge {
  global_vertex source = 0, target = 0;
  edge_weight weight = 0;  ///< 0 without weights

  friend bool operator==(const directed_edge&, const directed_edge&) = default;
  friend bool operator<(const directed_edge& a, const directed_edge& b) {
    return std::tie(a.source, a.target, a.weight) < std::tie(b.source, b.target, b.weight);
  }
};

/// Vertices by row id, gathered along the grid row.
[[nodiscard]] inline std::vector<global_vertex> row_vertices(const partitioned_graph& g) {
  std::vector<global_vertex> mine(g.stride, no_global_vertex);
  for (std::uint64_t i = 0; i < g.to_local.size(); ++i) {
    if (g.to_local[i] != no_local_vertex) mine[g.to_local[i]] = g.own_block().first + i;
  }
  std::copy(g.delegates.vertices().begin(), g.delegates.vertices().end(), mine.begin());
  std::vector<global_vertex> row;
  for (const auto& bytes : g.grid.along_row->all_gather(std::as_bytes(std::span(mine)))) {
    const auto* const first = reinterpret_cast<const global_vertex*>(bytes.data());
    row.insert(row.end(), first, first + bytes.size() / sizeof(global_vertex));
  }
  return row;
}

/// Collective. Sorted in ascending order.
[[nodiscard]] inline std::vector<directed_edge> all_edges(const rank_graph& graph) {
  const partitioned_graph& g = graph.parts();
  const std::vector<global_vertex> rows = row_vertices(g);
  std::vector<directed_edge> mine;
  for (local_vertex u = 0; u < g.column_ids(); ++u) {
    for (edge_offset e = g.out.offsets[u]; e < g.out.offsets[u + 1]; ++e) {
      mine.push_back({g.column_vertex(u), rows[g.out.ends[e]], g.out.weights.empty() ? 0 : g.out.weights[e]});
    }
  }
  std::vector<directed_edge> all = gathered(std::span<const directed_edge>(mine));
  std::sort(all.begin(), all.end());
  return all;
}

[[nodiscard]] inline std::vector<directed_edge> all_edges(const graph& g) {
  std::vector<directed_edge> edges;
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      edges.push_back({u, out.targets[e], out.weights ? out.weights[e] : 0});
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace fathom::test
