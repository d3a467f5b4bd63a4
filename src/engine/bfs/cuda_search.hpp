// What the phases of one breadth-first search on a CUDA device share. Vertices are the layout's. One cooperative kernel runs the
// whole search; every block takes the same decisions from the same counters, so that nothing but the grid's barrier joins them.
#pragma once

#include <cstdint>

#include "fathom/bfs.hpp"

namespace fathom::bfs_engine {

inline constexpr unsigned block_threads = 1024;
inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned block_warps = block_threads / warp_lanes;
inline constexpr unsigned all_lanes = 0xFFFFFFFFu;

/// Vertices whose bits a block keeps in shared memory during a bottom-up level: the first ones, which are the hubs in degree order.
/// Two blocks share a multiprocessor's 228 KiB.
inline constexpr std::uint32_t shared_words = 12'288;
inline constexpr std::uint32_t shared_bytes = shared_words * 4;

/// A frontier up to this size is expanded by one block without the grid's barrier, where no vertex has more neighbours than
/// small_degree. Two lists of it fit the shared memory above.
inline constexpr std::uint32_t small_frontier = 2'048;
inline constexpr std::uint32_t small_degree = 64;

/// Rows longer than this are cut into pieces of it, one for a warp.
inline constexpr std::uint32_t piece_edges = 512;

struct row_piece {
  std::uint32_t vertex, piece;
};

/// Of one phase, added up by all blocks.
struct alignas(16) phase_counters {
  unsigned found = 0;   ///< vertices; while a queue is filled, also its end
  unsigned pieces = 0;  ///< of long rows
  unsigned hubs = 0;
  unsigned unused = 0;
  unsigned long long edges = 0;      ///< out of the frontier
  unsigned long long inspected = 0;  ///< counted only for a report
};

/// What block 0 says after it has run levels alone, and at the end.
struct alignas(16) search_progress {
  unsigned level = 0;
  unsigned frontier = 0;
  unsigned previous = 0;
  unsigned levels_recorded = 0;
  unsigned bitmap = 0;  ///< at the end: which one says what was visited
  unsigned unused = 0;
  unsigned long long reached = 0;
};

enum class change : unsigned { none, edges, hubs };

struct level_record {
  unsigned bottom_up;
  unsigned frontier;
  unsigned found;
  change why;
  unsigned long long inspected;
  unsigned long long unexplored;  ///< edges, where they decided
  unsigned long long edges;       ///< of the frontier, where they decided
  unsigned long long nanoseconds;
};

template <class Offset>
struct device_rows {
  const Offset* offsets;
  const std::uint32_t* targets;
};

template <class Offset>
struct cuda_search {
  std::uint32_t num_vertices;
  std::uint64_t num_edges;
  device_rows<Offset> out, in;  ///< in.offsets is null without in-edges
  const std::uint32_t* heads;
  std::uint32_t rest_end;  ///< vertices from here on have no neighbours behind their heads
  std::uint32_t hub_degree, num_hubs;

  std::uint32_t* bitmap[2];
  std::uint32_t* queue[2];  ///< num_vertices entries each
  row_piece* pieces;
  phase_counters* counters;   ///< 3, used in turn
  search_progress* progress;  ///< 2: after small levels, and at the end
  level_record* records;      ///< null where no report is wanted
  unsigned most_records;

  std::int32_t* distances;      ///< null where not wanted
  std::uint32_t* predecessors;  ///< likewise

  std::uint32_t source, target, root_predecessor;
  unsigned depth_limit;
  bfs_strategy strategy;
  bfs_switching switching;
  double gamma, alpha, beta;
};

}  // namespace fathom::bfs_engine
