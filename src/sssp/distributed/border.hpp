// Vertices of a process that other processes' edges start from.
#pragma once

#include "graph/partition/partitioned_graph.hpp"
#include "sssp/distributed/vertex_list.hpp"

namespace fathom::ranks_engine {

/// Collective. The process's own vertices, by local id, that have edges in the matrix block of another process of its grid column.
/// Only their distances have to be sent along the column.
[[nodiscard]] vertex_bits border_vertices(const partitioned_graph& g);

}  // namespace fathom::ranks_engine
