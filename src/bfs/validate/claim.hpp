// Claimed result of a search, and messages for its violations.
#pragma once

#include <string>

#include "fathom/graph.hpp"
#include "fathom/types.hpp"
#include "fathom/validate.hpp"

namespace fathom {

/// Arrays of n entries with arbitrary values.
struct bfs_claim {
  graph_view g;
  vertex_id source;
  const hop_count* levels;        ///< the claimed distances, or those of the tree
  const vertex_id* predecessors;  ///< null if there are none
  hop_count depth_limit;
  bool levels_are_the_tree;  ///< only predecessors were given

  [[nodiscard]] bool has_predecessors() const noexcept { return predecessors != nullptr; }

  /// Whether the predecessor of v, which is reached and not the source, leads nowhere: it is missing, not a vertex, v itself, or
  /// unreached.
  [[nodiscard]] bool dead_end(vertex_id v) const noexcept {
    if (!has_predecessors()) return false;
    const vertex_id p = predecessors[v];
    return p >= g.num_vertices || p == v || levels[p] == unreachable;
  }
};

/// "rule 3 (an edge spans at most one level): edge 17 -> 42: distances 3 and 5", in the names of g.
[[nodiscard]] std::string complaint(const graph& g, const bfs_claim& claim, bfs_rule violated, vertex_id from, vertex_id to);

}  // namespace fathom
