// Blocks of vertices that are about as much work for each rank, whatever the order of the vertices.
#pragma once

#include <cstdint>

#include "distributed/delegates.hpp"
#include "distributed/edge_share.hpp"
#include "distributed/process_grid.hpp"
#include "distributed/vertex_blocks.hpp"
#include "fathom/communicator.hpp"

namespace fathom {

struct work_division {
  vertex_blocks blocks;
  delegate_table delegates;  ///< each has an edge
};

/// Collective: a pass over each rank's edges, or up to four where some vertices have very many, and a sum of some thousand numbers
/// of all ranks. All edges and all vertices are as much work. No block has more than twice the vertices of an even one, or more
/// than 32 bits number in a row or column of the grid, unless even blocks had. `delegate_degree` is that of rank_graph_options.
[[nodiscard]] work_division divide_work(communicator& ranks, const process_grid& grid, const edge_share& share,
                                        std::uint64_t delegate_degree, int threads);

}  // namespace fathom
