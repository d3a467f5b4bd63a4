// Kernel 1, between the two exchanges: edges of delegates go where the other end's owner is.
#pragma once

#include "distributed/block_edges.hpp"
#include "distributed/home_rows.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom {

/// Collective: takes the edges that have a delegate as an end out of the rows and gives those that this rank's block has of them:
/// an edge belongs to its end that is no delegate, and one between delegates to a rank that their places say.
template <class Edge>
[[nodiscard]] array<Edge> take_delegate_edges(home_rows& rows, partitioned_graph& g, int threads);

}  // namespace fathom
