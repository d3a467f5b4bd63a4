// Reference for strongly connected components: Kosaraju's two passes (Sharir, 1981), with an explicit stack.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// The smallest vertex of each vertex's strongly connected component.
inline std::vector<vertex_id> strong_components_by_hand(const graph& g) {
  const vertex_id n = g.num_vertices();
  std::vector<std::vector<vertex_id>> out(n), in(n);
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) out[u].push_back(*v), in[*v].push_back(u);
  }
  std::vector<bool> seen(n);
  std::vector<vertex_id> ended;
  std::vector<std::pair<vertex_id, std::size_t>> path;
  for (vertex_id root = 0; root < n; ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    path.emplace_back(root, 0);
    while (!path.empty()) {
      auto& [u, next] = path.back();
      if (next == out[u].size()) {
        ended.push_back(u);
        path.pop_back();
      } else if (const vertex_id v = out[u][next++]; !seen[v]) {
        seen[v] = true;
        path.emplace_back(v, 0);
      }
    }
  }
  std::vector<vertex_id> label(n, no_vertex), members;
  for (auto root = ended.rbegin(); root != ended.rend(); ++root) {
    if (label[*root] != no_vertex) continue;
    label[*root] = *root;
    members.assign(1, *root);
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const vertex_id u : in[members[i]]) {
        if (label[u] == no_vertex) label[u] = *root, members.push_back(u);
      }
    }
    const vertex_id smallest = *std::min_element(members.begin(), members.end());
    for (const vertex_id v : members) label[v] = smallest;
  }
  return label;
}

}  // namespace fathom::test
