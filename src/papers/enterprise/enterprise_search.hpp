// What Enterprise's kernels and the loop that launches them share (Liu, Huang, "Enterprise: Breadth-First Graph Traversal on GPUs",
// SC 2015). Vertices are the layout's.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "bfs/cuda/search.hpp"

namespace fathom::bfs_engine::enterprise {

/// Of every kernel (the paper's grids, section 4.3, have 256 CTAs of 256 threads).
inline constexpr unsigned cta_threads = 256;
inline constexpr unsigned cta_warps = cta_threads / warp_lanes;
/// Fills a multiprocessor of 2,048 threads.
inline constexpr unsigned ctas_a_multiprocessor = 8;

// The status array: a byte a vertex, which says `unvisited` or the level. Levels beyond a byte use the same codes again, after all
// that were visited before the frontier have been made `long_visited`: no two levels ever share a code.
inline constexpr std::uint8_t unvisited = 0;
inline constexpr std::uint8_t long_visited = 255;
inline constexpr unsigned level_codes = 254;
inline constexpr unsigned levels_between_ageing = level_codes / 2;

/// Host code alone asks.
constexpr std::uint8_t code_of(unsigned level) { return static_cast<std::uint8_t>(1 + level % level_codes); }

/// The status array is read so many at a time; those behind the last vertex are long_visited.
inline constexpr std::uint32_t group_vertices = 16;
__host__ __device__ constexpr std::uint64_t groups_of(std::uint64_t vertices) {
  return (vertices + group_vertices - 1) / group_vertices;
}

/// Who expands a vertex, and the queue that it waits in (section 4.2). Without balancing all are the CTA's.
enum granularity : unsigned { of_thread, of_warp, of_cta, of_grid };
inline constexpr unsigned granularities = 4;
inline constexpr std::uint32_t least_warp_degree = 32, least_cta_degree = 256, most_cta_degree = 65'536;

/// Vertices that the hub cache has room for: 16 KiB of shared memory in each of eight CTAs leave a multiprocessor half of its own
/// as first-level cache. A power of two: vertex v is found at entry v % cache_entries (the paper's hash).
inline constexpr std::uint32_t cache_entries = 4'096;

/// What a bottom-up step has looked at; counted only for a report.
struct step_tally {
  unsigned long long inspected = 0;           ///< neighbours
  unsigned long long status_reads = 0;        ///< of neighbours
  unsigned long long status_reads_saved = 0;  ///< those that the hub cache has made needless
};

/// What the host learns of a level.
struct level_counters {
  uint4 queues;  ///< entries of the queue for a thread, a warp, a CTA and the grid
  unsigned hubs;
  unsigned target_reached;
  unsigned long long edges;  ///< out of the frontier; 0 where the queue holds unvisited vertices
  step_tally step;
  unsigned long long began, now;  ///< nanoseconds
};

/// What the steps of a level read and write.
template <class Offset>
struct traversal {
  std::uint32_t num_vertices;
  device_rows<Offset> out, in;  ///< in.offsets is null without in-edges
  std::uint8_t* status;
  std::int32_t* distances;         ///< null where not wanted
  std::uint32_t* predecessors;     ///< likewise
  const std::uint32_t* hub_table;  ///< cache_entries; no_vertex where there is none
  step_tally* tally;               ///< null where no report is wanted

  // Of the level.
  std::int32_t next_level;
  std::uint8_t here, next;  ///< status codes
};

/// How the queue of a level is made (section 4.1), and where.
template <class Offset>
struct queue_making {
  std::uint32_t num_vertices;
  const Offset* out_offsets;
  const Offset* in_offsets;
  const std::uint8_t* status;
  std::uint8_t visited_last;  ///< status code
  bool classified;            ///< into four queues, by degree
  std::uint32_t target;
  Offset hub_degree;
  Offset cached_degree;
  std::uint32_t* hub_table;  ///< null without the hub cache

  // Thread bins: entry i of thread t is at i * threads + t.
  std::uint32_t* bins;
  std::uint8_t* bin_queues;  ///< which queue each entry is for; where they are classified
  std::uint32_t* bin_sizes;  ///< a thread
  uint4* before_thread;      ///< a thread: entries in the bins of threads before it in its CTA
  uint4* before_cta;         ///< a CTA: its entries, then those of CTAs before it
  unsigned long long* edges_of_cta;
  unsigned* hubs_of_cta;
  unsigned* ctas_done;

  std::uint32_t* queue;  ///< the four queues, one after another
  step_tally* tally;
  level_counters* counters;
};

}  // namespace fathom::bfs_engine::enterprise
