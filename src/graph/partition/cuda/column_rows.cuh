// Conversion of column ids from the order of the peers' bitmaps to that of partitioned_graph.
#pragma once

#include <cstdint>

#include "graph/partition/cuda/peer_search.hpp"

namespace fathom::ranks_engine {

/// Adjacency-row numbers of a block's columns in partitioned_graph's order: process by process, `stride` ids for each.
struct column_rows {
  peer_room room;
  std::uint32_t stride = 0;

  [[nodiscard]] __device__ std::uint32_t row_of(std::uint32_t column) const {
    return room.rank_of(column) * stride + room.number_of(column);
  }
};

}  // namespace fathom::ranks_engine
