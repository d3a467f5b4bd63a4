// A process's part of the graph in the layout of the peer kernels, and the memory of their search. Include only in files that are
// compiled with CUDA.
#pragma once

#include <cstdint>

#include "graph/partition/cuda/part.hpp"
#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

/// Throws error_category::device if there are more processes or vertices than the peer protocol supports.
void require_few_peers(const partitioned_graph& g);

/// The process's part in device memory, with columns in the order of the bitmaps. Throws error_category::memory, before anything is
/// allocated, if the device has too little for the part and a peer_block.
[[nodiscard]] peer_part transposed_part(const partitioned_graph& g, const cuda::stream& s);

struct peer_block {
  peer_block(const partitioned_graph& g, peer_part transposed, const cuda::stream& s);

  /// Parameters that are the same for all searches, except for the addresses that processes exchange once all have their blocks.
  [[nodiscard]] peer_search search(const partitioned_graph& g) const;

  /// Bytes needed in addition to the part itself, including the memory that all processes access.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
  [[nodiscard]] static peer_room room_of(const partitioned_graph& g);

  peer_part part;
  std::uint32_t rest_end = 0;
  cuda::buffer<std::uint32_t> heads, predecessors, frontier;
  cuda::buffer<std::uint32_t> remaining[2];
  cuda::buffer<uint4> packs;
  cuda::buffer<bfs_engine::row_piece> pieces;
  cuda::buffer<peer_counters> counters;
  cuda::buffer<peer_log> log;
};

}  // namespace fathom::ranks_engine
