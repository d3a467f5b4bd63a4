// Columns as partitioned_graph numbers them, of those in the order of the peers' bitmaps.
#pragma once

#include <cstdint>

#include "engine/ranks/peers/peer_search.hpp"

namespace fathom::ranks_engine {

/// The columns of a block as rows of their own: rank by rank, `stride` for each.
struct column_rows {
  peer_room room;
  std::uint32_t stride = 0;

  [[nodiscard]] __device__ std::uint32_t row_of(std::uint32_t column) const {
    return room.rank_of(column) * stride + room.number_of(column);
  }
};

}  // namespace fathom::ranks_engine
