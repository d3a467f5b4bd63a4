// Device view of a process's part of a distributed multi-source BFS, and what a level returns to the host.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "fathom/callable.hpp"
#include "graph/partition/cuda/block_view.hpp"
#include "multi_bfs/cuda/bitwise_search.hpp"

namespace fathom::ranks_engine {

/// Lanes that hold a bit row together, 16 bytes each (multi_bfs/cuda/bit_rows.cuh).
inline constexpr unsigned most_joint_lanes = 4;

/// Rows with more in-edges are pulled in chunks of this many edges, one warp each.
inline constexpr std::uint32_t joint_piece_edges = 512;

/// Chunk of a long row of `in`.
struct joint_piece {
  edge_offset first, last;
  local_vertex row;
};

/// Bit rows are arrays of `lanes` entries per vertex. Bitmaps have one bit per row id.
struct joint_view {
  unsigned lanes = 1;
  std::uint64_t row_words = 0, own_words = 0;               ///< bitmap words of all row ids, and of this process's own vertices
  std::uint64_t first_own_word = 0;                         ///< the word of local id 0
  std::uint64_t own_vertices = 0, stride = 0, columns = 0;  ///< local ids in use, local ids, and column ids
  std::uint32_t delegates = 0;                              ///< local ids below stand for delegates
  bool counts_delegates = false;                            ///< as one process does for all

  const edge_offset *out_offsets = nullptr, *in_offsets = nullptr;
  const local_vertex *out_ends = nullptr, *in_ends = nullptr;
  const std::uint32_t* out_degrees = nullptr;  ///< by local id
  const joint_piece* pieces = nullptr;         ///< of rows with more than joint_piece_edges edges
  std::uint64_t num_pieces = 0;

  uint4* seen = nullptr;         ///< by row id, before this level
  uint4* frontier = nullptr;     ///< by column id; zero outside the frontier
  uint4* found = nullptr;        ///< by row id: discovered in this level
  bit_word* members = nullptr;   ///< vertices with a nonzero row in `found`
  bit_word* finished = nullptr;  ///< visited by all active searches, or without an edge in this block

  [[nodiscard]] FATHOM_CALLABLE std::uint64_t first_own() const { return first_own_word * bits_per_word; }
  [[nodiscard]] FATHOM_CALLABLE uint4* own_seen() const { return seen + first_own() * lanes; }
  [[nodiscard]] FATHOM_CALLABLE uint4* own_found() const { return found + first_own() * lanes; }
  [[nodiscard]] FATHOM_CALLABLE std::size_t row_bytes() const { return lanes * sizeof(uint4); }
};

/// Totals of one process's level, which must be zero before the level.
struct joint_totals {
  unsigned long long vertices, found, edges, listed, inspected;  ///< as in joint_discoveries
  unsigned long long unused;                                     ///< aligns the rows that follow to 16 bytes
  uint4 active[most_joint_lanes];                                ///< searches that discovered any vertex
  unsigned long long counts[most_joint_lanes * 128];             ///< vertices that each search discovered; if needed
};

/// Searches with a nonempty frontier, as a kernel argument.
struct active_searches {
  uint4 row[most_joint_lanes];
};

/// Planes of distances by local id, of which record_kernel() sets those with a bit in `distance`.
struct joint_planes {
  uint4* plane[multi_bfs_engine::most_planes];
  unsigned distance;  ///< 0 without planes
};

}  // namespace fathom::ranks_engine
