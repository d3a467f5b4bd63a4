// Levels of a tree over many ranks, from nothing but predecessors.
#pragma once

#include <span>
#include <vector>

#include "distributed/vertex_blocks.hpp"
#include "engine/ranks_validate/offence.hpp"
#include "fathom/communicator.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

/// Collective: hops up to the source of each vertex of this rank's block, `unreachable` where the predecessor is -1. Predecessors
/// must be vertices or -1, the source's itself. By pointer doubling: as many rounds as the depth has bits. Where a vertex does not
/// lead to the source `worst` takes an offence against rule 1.
[[nodiscard]] std::vector<hop_count> tree_levels(communicator& ranks, const vertex_blocks& blocks, global_vertex source,
                                                 std::span<const std::int64_t> predecessors, int threads, offence& worst);

}  // namespace fathom::ranks_engine
