// Kernel parameters of a shortest-path search, and the counters that its thread blocks share.
#pragma once

#include <cstdint>

#include "fathom/visitor/row_parts.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

inline constexpr unsigned block_threads = 512, block_warps = block_threads / 32;
inline constexpr unsigned piece_edges = 256;     // longer rows are split into pieces of this size, one warp each
inline constexpr unsigned together = 2;          // edges that a lane processes at a time
inline constexpr unsigned warp_queue_size = 64;  // vertices that a warp can queue for itself

/// Counters of one phase; three sets are used in turn.
struct phase_counters {
  unsigned long long nearest;  ///< bits of the smallest queued distance at or beyond the limit
  unsigned pieces;
  unsigned progress;  ///< nonzero: a vertex below the limit is queued
};

/// Sums over the whole search.
struct search_totals {
  unsigned long long edges, phases;
  unsigned overflow;  ///< nonzero: a distance did not fit its type
};

template <class Value, class Bits>
struct search_job {
  vertex_id n = 0;
  weighted_rows rows;              ///< out-edges, on the device
  bool real = false;               ///< weights are floats
  const double* values = nullptr;  ///< values of the weights, which then are indices into these; see weighted_layout::weight_values
  vertex_id source = 0;
  vertex_id target = no_vertex;  ///< farther vertices need not be reached
  Bits* distances = nullptr;
  unsigned* active[2] = {nullptr, nullptr};  ///< one bit per vertex: its distance has decreased since its edges were relaxed
  row_piece* pieces = nullptr;
  unsigned most_pieces = 0;
  phase_counters* counters = nullptr;
  search_totals* totals = nullptr;
  Value delta{};  ///< width of the distance range that is searched at a time
  Value cutoff{};
  int rounds = 0;               ///< rounds that a warp continues by itself before it publishes its improved vertices
  unsigned words_per_warp = 1;  ///< bitmap words that a warp takes at a time
};

}  // namespace fathom::sssp_engine
