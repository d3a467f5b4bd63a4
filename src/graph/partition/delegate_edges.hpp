// Kernel 1, between the two exchanges: edges of delegates are sent to the owner of the other endpoint.
#pragma once

#include "graph/partition/block_edges.hpp"
#include "graph/partition/owned_rows.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// Collective: removes the edges with a delegate as an endpoint from the rows and returns those that belong to this process's
/// matrix block. An edge belongs to the owner of its endpoint that is not a delegate; an edge between delegates belongs to a
/// process computed from their ids.
template <class Edge>
[[nodiscard]] array<Edge> take_delegate_edges(owned_rows& rows, partitioned_graph& g, int threads);

}  // namespace fathom
