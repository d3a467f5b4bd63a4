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

/// With one grid column: a rank's rows are its own vertices, whose bits of a bitmap of columns begin at `first_own`.
struct block_view : matrix_view {
  const std::uint32_t* out_degrees = nullptr;
  std::uint32_t own_vertices = 0, stride = 0;
  local_vertex first_own = 0;
};

/// What a rank tells all others of its next frontier: how much there is, and where that is little, the vertices themselves.
struct frontier_message {
  /// Vertices listed. A message of so many takes NCCL as long as one of eight bytes; more come as a bitmap.
  static constexpr std::uint32_t capacity = 16384 - 4;

  unsigned long long found = 0;  ///< vertices
  unsigned long long edges = 0;  ///< out of them, in the whole graph; 0 where nobody asked
  local_vertex listed[capacity] = {};
};

}  // namespace fathom::ranks_engine
