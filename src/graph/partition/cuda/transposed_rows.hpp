// Transposition of a part's adjacency rows. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"
#include "graph/partition/cuda/part.hpp"
#include "graph/partition/cuda/peer_search.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Fills part.out_offsets and part.out_ends from part.in_offsets and part.in_ends, in batches of `room` entries, or more if a
/// granule of columns has more. Columns are numbered process by process, g.stride for each; entries are rows, ascending. `weights`,
/// unless empty, is in the order of in_ends before and of out_ends afterwards. Throws error_category::memory.
void transpose_rows(const partitioned_graph& g, peer_room columns, std::uint64_t room, peer_part& part,
                    cuda::buffer<edge_weight>& weights, const cuda::stream& s);

}  // namespace fathom::ranks_engine
