// Device view of a process's matrix block and of the arrays that a search writes.
#pragma once

#include <cstdint>

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

using bit_word = std::uint32_t;  ///< one bit per lane of a warp
inline constexpr std::uint32_t bits_per_word = 32;

/// Adjacency rows that a step reads.
struct matrix_view {
  const edge_offset *out_offsets = nullptr, *in_offsets = nullptr;
  const local_vertex *out_ends = nullptr, *in_ends = nullptr;
  const local_vertex* head = nullptr;  ///< by row id: first in-neighbor; the number of column ids for an empty row
  local_vertex rows = 0;               ///< row ids
};

/// A process's own vertices begin at bit `first_own` of a column bitmap. With one grid column its rows are these vertices.
struct block_view : matrix_view {
  const std::uint32_t* out_degrees = nullptr;
  std::uint32_t own_vertices = 0, stride = 0;
  local_vertex first_own = 0;
};

/// Message header, as the host reads it.
struct message_head {
  unsigned long long found = 0;  ///< vertices of this set
  unsigned long long edges = 0;  ///< out-edges of a frontier in the whole graph; 0 if not requested
  unsigned long long in_row =
      0;  ///< with several columns: vertices in the grid row's frontier, or in the largest set sent to a process of the row
};

/// A process's vertex set in transit: its size, and the vertices themselves if they are few.
struct frontier_message : message_head {
  /// Maximum number of vertices listed; larger sets are sent as a bitmap. NCCL takes as long for a message of this size as for one
  /// of eight bytes.
  static constexpr std::uint32_t capacity = 16384 - sizeof(message_head) / sizeof(local_vertex);

  local_vertex listed[capacity] = {};
};

}  // namespace fathom::ranks_engine
