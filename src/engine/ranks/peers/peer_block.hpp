// A rank's part of the graph as the kernels of peers read it, and the memory of their search. For files that are compiled only with
// CUDA.
#pragma once

#include <cstdint>

#include "engine/ranks/device/device_part.hpp"
#include "engine/ranks/peers/peer_search.hpp"

namespace fathom::ranks_engine {

/// Throws error_category::device where there are more ranks, or more vertices, than the devices' words to each other tell apart.
void require_few_peers(const partitioned_graph& g);

/// The rank's part in device memory, its columns in the order of the bitmaps. Throws error_category::memory where the device has
/// too little for it and for a block, before anything is allocated.
[[nodiscard]] peer_part turned_part(const partitioned_graph& g, const cuda::stream& s);

struct peer_block {
  peer_block(const partitioned_graph& g, peer_part turned, const cuda::stream& s);

  /// What is the same for all searches, but for what ranks tell each other when all have their blocks.
  [[nodiscard]] peer_search search(const partitioned_graph& g) const;

  /// The bytes that it takes beside its part, with those that all ranks reach.
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
