// Whether a graph is the one that a list of edges describes: what was built is not taken on trust.
#pragma once

#include "fathom/build.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Of an undirected graph without self-loops and duplicates, whose rows ascend: every edge of the list but self-loops is in it, and
/// it has no other. Where the list has weights, both directions have the smallest of the edge's in it. Shares nothing with build().
[[nodiscard]] bool has_edges_as_listed(const graph& g, const edge_list& list, int threads);

}  // namespace fathom
