// Vertices by falling degree: the ids of layouts in which hubs come first.
#pragma once

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom {

struct vertex_renaming {
  array<vertex_id>
      to_caller;  ///< one entry more than vertices, no_vertex, so that a predecessor of "none" can be mapped without a branch
  array<vertex_id> to_internal;  ///< no_vertex for vertices that were dropped

  [[nodiscard]] vertex_id size() const { return static_cast<vertex_id>(to_caller.size() - 1); }
};

/// Vertices with an edge, by falling out-degree, then rising id. Without in-edges a vertex of out-degree 0 may still be reached:
/// then none is dropped.
[[nodiscard]] vertex_renaming order_by_degree(const graph& g);

}  // namespace fathom
