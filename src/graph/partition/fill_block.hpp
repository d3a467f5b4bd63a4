// Kernel 1, second half: builds a process's matrix block from the owned rows of all processes.
#pragma once

#include "graph/partition/owned_rows.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// Collective: builds g.out, g.in and g.head from the rest of g, and adds the bytes sent to its report. In-rows are built first,
/// for the vertices of this process's grid row, with high-degree sources first; out-rows are their transpose.
void fill_block(owned_rows rows, partitioned_graph& g, int threads);

/// Builds g.head from g.in.
void fill_heads(partitioned_graph& g, int threads);

}  // namespace fathom
