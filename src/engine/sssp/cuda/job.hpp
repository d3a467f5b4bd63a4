// What the host tells the kernel of a search, and what the blocks tell each other.
#pragma once

#include <cstdint>

#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

inline constexpr unsigned block_threads = 512, block_warps = block_threads / 32;
inline constexpr unsigned piece_edges = 256;  // of longer rows a warp's work at a time
inline constexpr unsigned together = 2;       // edges of a lane under way at a time
inline constexpr unsigned waiting_room = 64;  // vertices that a warp goes on with by itself

/// Part of a row that is too long for one warp.
struct row_piece {
  vertex_id v;
  unsigned size;
  edge_offset first;
};

/// Of a phase; three of them, in turn.
struct phase_counters {
  unsigned long long nearest;  ///< bits of the smallest distance at or beyond the limit that waits
  unsigned pieces;
  unsigned progress;  ///< not 0: a vertex below the limit waits
};

struct search_totals {
  unsigned long long edges, phases;
  unsigned overflow;  ///< not 0: a distance did not fit its type
};

template <class Value, class Bits>
struct search_job {
  vertex_id n = 0;
  weighted_rows rows;  ///< of the edges out, on the device
  bool real = false;   ///< weights are floats
  vertex_id source = 0;
  vertex_id target = no_vertex;  ///< nothing beyond it is searched for
  Bits* distances = nullptr;
  unsigned* active[2] = {nullptr, nullptr};  ///< a bit a vertex: its distance has become smaller since its edges were looked at
  row_piece* pieces = nullptr;
  unsigned most_pieces = 0;
  phase_counters* counters = nullptr;
  search_totals* totals = nullptr;
  Value delta{};  ///< width of what is searched at a time
  Value cutoff{};
  int rounds = 0;             ///< that a warp goes on by itself before the others see what it has found
  unsigned words_a_warp = 1;  ///< of a bitmap, at a time
};

}  // namespace fathom::sssp_engine
