// Edge lists as values that tests can compare.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "fathom/build.hpp"

namespace fathom::test {

using edge_pairs = std::vector<std::pair<vertex_id, vertex_id>>;

/// The edges as pairs, in the list's order.
inline edge_pairs pairs_of(const edge_list& edges) {
  edge_pairs pairs;
  for (std::size_t i = 0; i < edges.size(); ++i) pairs.emplace_back(edges.sources[i], edges.targets[i]);
  return pairs;
}

/// Undirected edges with the smaller endpoint first, sorted.
inline edge_pairs sorted_pairs(const edge_list& edges) {
  edge_pairs pairs = pairs_of(edges);
  for (auto& [u, v] : pairs) {
    if (u > v) std::swap(u, v);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Number of edge endpoints per vertex.
inline std::vector<std::uint32_t> ends_at(const edge_list& edges) {
  std::vector<std::uint32_t> degree(edges.num_vertices);
  for (const vertex_id v : edges.sources) ++degree[v];
  for (const vertex_id v : edges.targets) ++degree[v];
  return degree;
}

}  // namespace fathom::test
