// Levels of a distributed tree, computed from its predecessors.
#pragma once

#include <span>
#include <vector>

#include "bfs/validate/distributed/violation.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/types.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom::ranks_engine {

/// Collective: number of hops to the source for each vertex of this process's block, `unreachable` if the predecessor is -1.
/// Predecessors must be vertices or -1, and the source must be its own. Uses pointer doubling, with one round per bit of the depth.
/// Vertices that do not lead to the source are recorded in `worst` as violations of rule 1.
[[nodiscard]] std::vector<hop_count> tree_levels(communicator& ranks, const vertex_blocks& blocks, global_vertex source,
                                                 std::span<const std::int64_t> predecessors, int threads, offence& worst);

}  // namespace fathom::ranks_engine
