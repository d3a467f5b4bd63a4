// Check of predecessors: whether an array of them is a shortest-path tree, given the true distances.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

/// Returns an empty string if valid; otherwise the error at the first invalid vertex.
inline std::string tree_fault(const graph& g, vertex_id source, const std::vector<hop_count>& distances,
                              std::span<const vertex_id> predecessors, vertex_id parent_of_source = no_vertex) {
  if (predecessors.size() != g.num_vertices()) return "wrong size";
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    const vertex_id p = predecessors[v];
    const std::string edge = std::to_string(p) + " -> " + std::to_string(v);
    if (v == source || distances[v] == unreachable) {
      if (p != (v == source ? parent_of_source : no_vertex)) return edge + ": should have no predecessor";
      continue;
    }
    if (p >= g.num_vertices()) return edge + ": no vertex";
    if (distances[p] + 1 != distances[v]) return edge + ": not one level apart";
    if (std::find(g.view().out.begin(p), g.view().out.end(p), v) == g.view().out.end(p)) return edge + ": no such edge";
  }
  return "";
}

}  // namespace fathom::test
