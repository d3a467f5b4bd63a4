// What the phases of one breadth-first search on a CUDA device share. Vertices are the layout's. One cooperative kernel runs the
// whole search; every block takes the same decisions from the same counters, so that nothing but the grid's barrier joins them.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "cuda/warp.hpp"
#include "fathom/bfs.hpp"

namespace fathom::bfs_engine {

using cuda::all_lanes;
using cuda::warp_lanes;

/// One block a multiprocessor: with more threads, registers are too few for the loads that each must have under way together.
inline constexpr unsigned block_threads = 512;
inline constexpr unsigned block_warps = block_threads / warp_lanes;

/// Vertices whose bits a block keeps in shared memory during a bottom-up level are the first ones: the hubs in degree order.
inline constexpr std::uint32_t hub_words = 32'768;

/// A bottom-up level whose frontier has few edges is done in halves: unvisited vertices look for hubs alone, which ends most rows
/// early, and the rest of the frontier, its tail, goes top-down. One in so many vertices is a hub there, the first ones; at most
/// one in so many unexplored edges leaves the frontier; and at most one for so many vertices the tail.
inline constexpr std::uint32_t hub_share = 128, halves_edge_share = 10, halves_tail_share = 4;

/// What each warp gathers of a queue before it writes.
inline constexpr std::uint32_t warp_buffer = 512;

/// Words of shared memory: hub bits and one buffer a warp; or two buffers a warp; or the lists of a small frontier.
inline constexpr std::uint32_t shared_words = hub_words + block_warps * warp_buffer;
inline constexpr std::uint32_t shared_bytes = shared_words * 4;

/// Frontiers up to this size are expanded by one block, without the grid's barrier, where no vertex has more neighbours than
/// small_degree; or by one cluster of blocks, in graphs with quads.
inline constexpr std::uint32_t small_frontier = 512;
inline constexpr std::uint32_t cluster_frontier = 16'384;
inline constexpr std::uint32_t small_degree = 128;
inline constexpr unsigned most_cluster_blocks = 16;

/// One block classifies what it has at hand up to this size.
inline constexpr std::uint32_t classified_alone = 4'096;

/// Rows longer than this are cut into pieces of it, one for eight lanes.
inline constexpr std::uint32_t piece_edges = 64;

/// A list of the unvisited vertices replaces the bitmap's scan where it has at most one of so many vertices.
inline constexpr std::uint32_t remaining_share = 16;

/// Stand first in the quads of vertices with more than four neighbours, no more than small_degree of them or many; no vertices have
/// these numbers where there are quads. Behind the first kind stand where the row begins, in two halves, and its length.
inline constexpr std::uint32_t quad_of_few = 0xFFFFFFFEu;
inline constexpr std::uint32_t quad_of_many = 0xFFFFFFFDu;
inline constexpr std::uint32_t most_vertices_with_quads = 1u << 31;

/// Bitmaps are made of chunks of so many words; the bits behind the last vertex are set.
inline constexpr unsigned chunk_words = 8;

/// Of a bitmap: whole chunks.
[[nodiscard]] __host__ __device__ constexpr std::uint32_t words_of(std::uint32_t n) {
  return (n / 32 + chunk_words) / chunk_words * chunk_words;
}

struct row_piece {
  std::uint32_t vertex, piece;
};

/// Of one phase, added up by all blocks.
struct alignas(16) phase_counters {
  unsigned found = 0;   ///< vertices; while a queue is filled, also its end
  unsigned pieces = 0;  ///< of long rows
  unsigned hubs = 0;
  unsigned remaining = 0;              ///< unvisited vertices listed
  unsigned long long edges = 0;        ///< out of the frontier
  unsigned long long short_edges = 0;  ///< of them, in rows that are not cut
  unsigned long long inspected = 0;    ///< counted only for a report
  unsigned long long tail_edges = 0;   ///< out of the frontier's vertices from hub_end on
};

/// What block 0 says after it has run levels alone, and at the end.
struct alignas(16) search_progress {
  unsigned level = 0;
  unsigned frontier = 0;
  unsigned previous = 0;
  unsigned levels_recorded = 0;
  unsigned bitmap = 0;      ///< at the end: which one says what was visited
  unsigned classified = 0;  ///< whether what follows has been counted, of the frontier
  unsigned pieces = 0;
  unsigned hubs = 0;
  unsigned long long reached = 0;
  unsigned long long edges = 0;
  unsigned long long short_edges = 0;
  unsigned long long tail_edges = 0;
};

/// Why a level goes another way than the one before; `none` where a resident search returns to top-down.
enum class change : unsigned { none, edges, hubs, few };

inline constexpr unsigned no_level = 0xFFFFFFFFu;

struct level_record {
  static constexpr unsigned long long no_halves = ~0ull;

  unsigned bottom_up;
  unsigned frontier;
  unsigned found;
  change why;
  unsigned long long inspected;
  unsigned long long unexplored;  ///< edges, where they decided
  unsigned long long edges;       ///< of the frontier, where they decided
  unsigned long long nanoseconds;
  unsigned long long tail_edges = no_halves;  ///< that went top-down in a bottom-up level in halves
};

template <class Offset>
struct device_rows {
  const Offset* offsets;
  const std::uint32_t* targets;
};

template <class Offset>
struct cuda_search {
  using offset = Offset;

  /// Where the bits of a chunk's vertices begin: several devices' chunks take turns in theirs.
  [[nodiscard]] __host__ __device__ static std::uint32_t first_word(std::uint32_t chunk) { return chunk * chunk_words; }
  [[nodiscard]] __host__ __device__ static std::uint32_t word_of(std::uint32_t v) { return v / 32; }
  [[nodiscard]] __host__ __device__ static std::uint32_t vertex_of_row(std::uint32_t row) { return row; }
  [[nodiscard]] __host__ __device__ std::uint32_t bitmap_words() const { return words_of(num_vertices); }

  std::uint32_t num_vertices;
  std::uint64_t num_edges;
  device_rows<Offset> out, in;  ///< in.offsets is null without in-edges
  const std::uint32_t* heads;
  const uint4* packs;      ///< the four neighbours behind the heads; no_vertex where there are fewer
  std::uint32_t rest_end;  ///< vertices from here on have no neighbours behind their heads
  const uint4* quads;      ///< neighbours in `out` of vertices with at most four, in graphs of mostly such ones; or null
  std::uint32_t hub_degree, num_hubs;
  std::uint32_t hub_end;  ///< vertices below are the hubs of a level in halves; their bits fit shared memory

  std::uint32_t* bitmap[2];
  std::uint32_t* queue[2];      ///< num_vertices entries each
  std::uint32_t* remaining[2];  ///< num_vertices / remaining_share entries each
  row_piece* pieces;
  phase_counters* counters;   ///< 3, used in turn
  search_progress* progress;  ///< 2: after small levels, and at the end
  unsigned* target_level;     ///< where the target was found, or no_level
  unsigned* spilled;          ///< of a cluster's level, what has found no room; 0 between levels
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
