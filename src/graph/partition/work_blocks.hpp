// Division of the vertices into blocks of about equal work, regardless of the order of the vertices.
#pragma once

#include <cstdint>

#include "comm/process_grid.hpp"
#include "fathom/distributed/communicator.hpp"
#include "graph/partition/delegates.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

struct work_division {
  vertex_blocks blocks;
  delegate_table delegates;  ///< each has an edge
};

/// Collective. Cost: one pass over each process's edges, or up to four if there are hubs, and a reduction of a few thousand
/// numbers. All edges together weigh as much as all vertices together. No block has more than twice the vertices of an even
/// division, or more than 32-bit ids allow in a row or column of the grid, unless an even division has more. `delegate_degree` is
/// that of rank_graph_options.
[[nodiscard]] work_division divide_work(communicator& ranks, const process_grid& grid, const edge_slice& share,
                                        std::uint64_t delegate_degree, int threads);

}  // namespace fathom
