// A rank's block of a partitioned graph in the memory of a device, and what a search writes beside it, as kernels see them.
#pragma once

#include <cstdint>

#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

using bit_word = std::uint32_t;  ///< as many bits as a warp has lanes
inline constexpr std::uint32_t bits_a_word = 32;

/// What a step looks through.
struct matrix_view {
  const edge_offset *out_offsets = nullptr, *in_offsets = nullptr;
  const local_vertex *out_ends = nullptr, *in_ends = nullptr;
  const local_vertex* head = nullptr;  ///< by row id: the first of its in-edges; the number of column ids without one
  local_vertex rows = 0;               ///< row ids
};

/// A rank's own vertices have their bits of a bitmap of columns from `first_own` on. With one grid column its rows are these, too.
struct block_view : matrix_view {
  const std::uint32_t* out_degrees = nullptr;
  std::uint32_t own_vertices = 0, stride = 0;
  local_vertex first_own = 0;
};

/// The beginning of a message, as the host reads it.
struct message_head {
  unsigned long long found = 0;  ///< vertices of this set
  unsigned long long edges = 0;  ///< out of a frontier, in the whole graph; 0 where nobody asked
  unsigned long long in_row =
      0;  ///< with several columns: vertices of the row's frontier, or of the largest set for one of the row
};

/// A set of a rank's vertices on its way: how many there are, and where those are few, the vertices themselves.
struct frontier_message : message_head {
  /// Vertices listed. A message of so many takes NCCL as long as one of eight bytes; more come as a bitmap.
  static constexpr std::uint32_t capacity = 16384 - sizeof(message_head) / sizeof(local_vertex);

  local_vertex listed[capacity] = {};
};

}  // namespace fathom::ranks_engine
