// Graph500 kernel 1 on devices that write to each other's memory: from edge slices to a grid with one column. Include only in files
// that are compiled with CUDA.
#pragma once

#include "fathom/control.hpp"
#include "graph/partition/cuda/edge_slice.hpp"
#include "graph/partition/cuda/part.hpp"

namespace fathom::ranks_engine {

/// A process's part: its adjacency rows on the device, with columns in the order of the peers' bitmaps (peer_search.hpp). `graph`
/// holds what the host needs; its own adjacency rows are empty.
struct constructed_part {
  partitioned_graph graph;
  peer_part rows;
  cuda::buffer<edge_weight> weights;  ///< of rows.out_ends, or of rows.in_ends for a single process; empty without weights
};

/// Collective. Like partition(), from all processes' edge slices of an undirected graph, for a `grid` with one column and these
/// blocks. `s` must outlive the result. Throws a rank_error on all processes: error_category::device if the current devices cannot
/// access each other's memory, ::memory.
[[nodiscard]] constructed_part construct_part(communicator& ranks, process_grid grid, vertex_blocks blocks,
                                              const device_edge_slice& share, const cuda::stream& s, const run_control& control);

}  // namespace fathom::ranks_engine
