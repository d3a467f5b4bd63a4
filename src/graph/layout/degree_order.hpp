// Vertex ids by descending degree, for layouts in which hubs come first.
#pragma once

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom {

struct vertex_renaming {
  /// Has one extra entry, no_vertex, at the end, so that a missing predecessor can be mapped without a branch.
  array<vertex_id> to_caller;
  array<vertex_id> to_internal;  ///< no_vertex for vertices that were dropped

  [[nodiscard]] vertex_id size() const { return static_cast<vertex_id>(to_caller.size() - 1); }
};

/// Orders vertices by descending out-degree, then ascending id, and drops isolated ones. No vertex is dropped from a directed graph
/// built without in-edges: there a vertex of out-degree 0 may still be reached.
[[nodiscard]] vertex_renaming order_by_degree(const graph& g);

}  // namespace fathom
