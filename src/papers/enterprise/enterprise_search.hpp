// Common state of Enterprise's kernels and the level loop (Liu, Huang, "Enterprise: Breadth-First Graph Traversal on GPUs", SC
// 2015). Vertices are in the layout's ids.
#pragma once

#include <vector_types.h>

#include <cstdint>

#include "bfs/cuda/search.hpp"

namespace fathom::bfs_engine::enterprise {

/// Threads per CTA of every kernel (the paper's grids, section 4.3, have 256 CTAs of 256 threads).
inline constexpr unsigned cta_threads = 256;
inline constexpr unsigned cta_warps = cta_threads / warp_lanes;
/// Fills a multiprocessor of 2,048 threads.
inline constexpr unsigned ctas_a_multiprocessor = 8;

// The status array has one byte per vertex: `unvisited` or the level's code. Deeper levels reuse codes after all vertices visited
// before the frontier have been set to `long_visited`, so that no two levels share a code at the same time.
inline constexpr std::uint8_t unvisited = 0;
inline constexpr std::uint8_t long_visited = 255;
inline constexpr unsigned level_codes = 254;
inline constexpr unsigned levels_between_ageing = level_codes / 2;

/// For host code only.
constexpr std::uint8_t code_of(unsigned level) { return static_cast<std::uint8_t>(1 + level % level_codes); }

/// Statuses per load; the status array is padded with long_visited.
inline constexpr std::uint32_t group_vertices = 16;
__host__ __device__ constexpr std::uint64_t groups_of(std::uint64_t vertices) {
  return (vertices + group_vertices - 1) / group_vertices;
}

/// Threads that expand a vertex, and the queue for its degree (section 4.2). Without balancing all vertices are expanded by CTAs.
enum granularity : unsigned { of_thread, of_warp, of_cta, of_grid };
inline constexpr unsigned granularities = 4;
inline constexpr std::uint32_t least_warp_degree = 32, least_cta_degree = 256, most_cta_degree = 65'536;

/// Capacity of the hub cache: 16 KiB of shared memory in each of eight CTAs leave half of a multiprocessor's on-chip memory for the
/// L1 cache. A power of two: vertex v is stored at entry v % cache_entries (the paper's hash).
inline constexpr std::uint32_t cache_entries = 4'096;

/// Counts of a bottom-up step; only for a report.
struct step_tally {
  unsigned long long inspected = 0;           ///< neighbors
  unsigned long long status_reads = 0;        ///< of neighbors
  unsigned long long status_reads_saved = 0;  ///< avoided by the hub cache
};

/// Counters of a level that are copied to the host.
struct level_counters {
  uint4 queues;  ///< queue entries for threads, warps, CTAs and the grid
  unsigned hubs;
  unsigned target_reached;
  unsigned long long edges;  ///< out-edges of the frontier; 0 if the queue holds unvisited vertices
  step_tally step;
  unsigned long long began, now;  ///< nanoseconds
};

/// Arguments of a level's steps.
template <class Offset>
struct traversal {
  std::uint32_t num_vertices;
  device_rows<Offset> out, in;  ///< in.offsets is null without in-edges
  std::uint8_t* status;
  std::int32_t* distances;         ///< null if not requested
  std::uint32_t* predecessors;     ///< null if not requested
  const std::uint32_t* hub_table;  ///< cache_entries vertices; no_vertex for empty entries
  step_tally* tally;               ///< null if no report is requested

  // Of the current level.
  std::int32_t next_level;
  std::uint8_t here, next;  ///< status codes
};

/// Arguments of the kernels that make a level's queue (section 4.1).
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
  std::uint8_t* bin_queues;  ///< the queue of each entry, if classified
  std::uint32_t* bin_sizes;  ///< per thread
  uint4* before_thread;      ///< per thread: entries in the bins of preceding threads of its CTA
  uint4* before_cta;         ///< per CTA: its entries, then those of preceding CTAs
  unsigned long long* edges_of_cta;
  unsigned* hubs_of_cta;
  unsigned* ctas_done;

  std::uint32_t* queue;  ///< the four queues, one after another
  step_tally* tally;
  level_counters* counters;
};

}  // namespace fathom::bfs_engine::enterprise
