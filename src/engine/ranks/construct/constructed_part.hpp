// Kernel 1 on devices that write to each other's memory: from shares of the edges to one column of blocks. For files that are
// compiled only with CUDA.
#pragma once

#include "engine/ranks/construct/device_share.hpp"
#include "engine/ranks/device/device_part.hpp"
#include "fathom/control.hpp"

namespace fathom::ranks_engine {

/// A rank's part: its rows on the device, with columns in the order of the peers' bitmaps (peer_search.hpp); what the host asks
/// for in `graph`, whose own rows are empty.
struct constructed_part {
  partitioned_graph graph;
  peer_part rows;
  cuda::buffer<edge_weight> weights;  ///< of rows.out_ends, of one rank rows.in_ends; empty without weights
};

/// Collective, of all ranks' shares of an undirected graph, for `grid` of one column and these blocks: as partition(). `s` has to
/// outlive the result. Throws a rank_error on all ranks: error_category::device where the current devices do not reach each other's
/// memory, ::memory.
[[nodiscard]] constructed_part construct_part(communicator& ranks, process_grid grid, vertex_blocks blocks,
                                              const device_share& share, const cuda::stream& s, const run_control& control);

}  // namespace fathom::ranks_engine
