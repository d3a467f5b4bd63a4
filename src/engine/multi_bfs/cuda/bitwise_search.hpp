// Joined searches on a CUDA device, a bit for each vertex and search: what the steps of a level share. Vertices are the layout's.
// Liu, Huang, Hu, "iBFS: Concurrent Breadth-First Search on GPUs", SIGMOD 2016, sections 4 and 6.
//
// A row of bits says which searches have seen a vertex. Each level reads the rows of one side and leaves the next level's in the
// other: what a neighbour has seen, whenever that was, and the vertex has not, is found now, so that no other rows are needed. The
// other side holds rows of an earlier level, which are never more than those of this one, and differ only where the last level has
// found something: only there must rows be written again.
//
// A byte of state a vertex says what of its row is worth reading. A vertex is `full` once it has seen all searches that still go
// on: it is left alone then, and its neighbours need its state, not its row, to become full as well. In graphs with hubs that is
// how most of them do. Rows of vertices that no search has seen are never read, and hold anything.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "cuda/warp.hpp"
#include "engine/multi_bfs/cuda/device_totals.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom::multi_bfs_engine {

using cuda::warp_lanes;

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned block_warps = block_threads / warp_lanes;
inline constexpr int most_planes = 31;  // of distances: hop_count has so many bits

/// Of a vertex.
inline constexpr std::uint32_t state_quarters = 0x0F;  ///< of its row: those that have bits
inline constexpr std::uint32_t state_fresh = 0x20;     ///< seen first by the last level: the other side's row holds anything
inline constexpr std::uint32_t state_side = 0x40;      ///< of a full vertex: which side's row is its last
inline constexpr std::uint32_t state_full = 0x80;

/// Of one level, added up by all warps.
struct level_totals {
  unsigned long long vertices;      ///< found by any search
  unsigned long long push_sectors;  ///< of rows, that pushing from them would touch
  unsigned long long inspected;     ///< edges looked at
  unsigned long long traversed;     ///< edges out of the vertices, once for each search that found them
  // Of a level that pulls, what it leaves to the next one:
  unsigned long long open;         ///< vertices that are not full
  unsigned long long open_pieces;  ///< of them, those whose rows are more than one piece
  // Counted for a report only:
  unsigned long long found;  ///< vertices, once for each search that found them
  unsigned long long joint,
      separate;               ///< of a level that pulls: vertices that have not seen all searches, and how many they have not
  unsigned long long unused;  ///< rows that follow begin at 16 bytes
};

/// What a level leaves, in one piece of memory: the host reads it, and it is zeroed before the next level.
struct level_result {
  level_totals totals;
  uint4 active[8];                  ///< searches that have found anything
  unsigned long long counts[1024];  ///< vertices that each search has found; where they are needed
};

struct bitwise_search {
  std::uint32_t words;  ///< of 32 vertices
  layout_adjacency out, in;
  bool directed;
  const std::uint32_t* heads;
  std::uint32_t head_width;
  const std::uint32_t *long_vertex, *long_number;  ///< pieces of long rows, of `in` for pulling and of `out` for pushing
  std::uint64_t num_pieces;

  const uint4* rows;  ///< seen up to the frontier's level, of vertices that are neither full nor unseen
  uint4* next_rows;
  const std::uint8_t* states;  ///< 32 for each word; full behind the last vertex
  std::uint8_t* next_states;
  std::uint32_t next_side;       ///< state_side, or 0
  const std::uint32_t* changed;  ///< the frontier
  std::uint32_t* next_changed;
  std::uint32_t* touched;  ///< by the frontier's edges, where it pushes; zero between levels
  const uint4* active;     ///< searches that have a frontier
  level_result* result;
  bool count;   ///< fill result.counts
  bool report;  ///< fill what only a report needs

  unsigned distance;           ///< of what is found now
  uint4* planes[most_planes];  ///< bit p of the distances; null where not needed
  totals_view sums;
};

}  // namespace fathom::multi_bfs_engine
