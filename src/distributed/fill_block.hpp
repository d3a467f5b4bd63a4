// Kernel 1, the second half: a rank's block of the adjacency matrix, from the rows of all ranks' own vertices.
#pragma once

#include "distributed/home_rows.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom {

/// Collective: g.out, g.in and g.head, from what else g has. Adds the bytes sent to its report. In-rows come first: of the vertices
/// of this rank's row, with the sources of high degree first. Out-rows are theirs turned.
void fill_block(home_rows rows, partitioned_graph& g, int threads);

/// g.head, from g.in.
void fill_heads(partitioned_graph& g, int threads);

}  // namespace fathom
