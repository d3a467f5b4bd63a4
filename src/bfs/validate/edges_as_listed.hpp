// Independent check that a built graph has exactly the edges of an edge list.
#pragma once

#include "fathom/build.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Whether `g` contains every edge of the list except self-loops, and no other. `g` must be undirected, without self-loops and
/// duplicates, and have sorted adjacency rows. If the list has weights, both directions must have the smallest one listed for the
/// edge. Shares no code with build().
[[nodiscard]] bool has_edges_as_listed(const graph& g, const edge_list& list, int threads);

}  // namespace fathom
