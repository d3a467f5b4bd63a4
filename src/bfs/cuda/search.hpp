// Parameters and state shared by the phases of one breadth-first search on a CUDA device. Vertices are in the layout's ids. One
// cooperative kernel runs the whole search; every thread block takes the same decisions from the same counters, so that thread
// blocks synchronize only at grid barriers.
#pragma once

#include <vector_types.h>

#include <cstdint>
#include <type_traits>

#include "bfs/cuda/shared_memory.hpp"
#include "bfs/level_rules.hpp"
#include "fathom/bfs.hpp"

namespace fathom::bfs_engine {

/// Hub split of a bottom-up level whose frontier has few edges: unvisited vertices search only for hubs, which ends most rows
/// early, and the rest of the frontier, its tail, is expanded top-down. The first 1/hub_fraction of all vertices are hubs here. The
/// split is used if at most 1/hub_split_edge_fraction of the unexplored edges leave the frontier, and at most
/// num_vertices/hub_split_tail_fraction edges leave the tail.
inline constexpr std::uint32_t hub_fraction = 128, hub_split_edge_fraction = 10, hub_split_tail_fraction = 4;

/// Frontiers up to small_frontier vertices, none with more than small_degree neighbors, are expanded by one thread block without
/// grid barriers; in a cluster_room, frontiers up to cluster_frontier vertices by one thread-block cluster.
inline constexpr std::uint32_t small_frontier = 512;
inline constexpr std::uint32_t cluster_frontier = 16'384;
inline constexpr std::uint32_t small_degree = 128;
inline constexpr unsigned most_cluster_blocks = 16;

/// Largest frontier that one thread block classifies by itself.
inline constexpr std::uint32_t most_classified_in_one_block = 4'096;

/// Rows longer than this are split into pieces of this size, each processed by eight lanes.
inline constexpr std::uint32_t piece_edges = 64;

/// A top-down level with more edges than 1/many_edges_fraction of all vertices only sets bits and leaves no queue, since the next
/// level is bottom-up.
inline constexpr std::uint32_t many_edges_fraction = 8;

/// A list of unvisited vertices replaces the scan of the bitmap if it contains at most 1/remaining_fraction of all vertices.
inline constexpr std::uint32_t remaining_fraction = 16;

/// Markers in the first entry of the quads of vertices with more than four neighbors: quad_of_few for up to small_degree neighbors,
/// otherwise quad_of_many. Graphs with quads have no vertices with these ids. After quad_of_few follow the start of the row, in two
/// halves, and its length.
inline constexpr std::uint32_t quad_of_few = 0xFFFFFFFEu;
inline constexpr std::uint32_t quad_of_many = 0xFFFFFFFDu;
inline constexpr std::uint32_t most_vertices_with_quads = 1u << 31;

/// Bitmaps consist of chunks of this many words; the bits after the last vertex are set.
inline constexpr unsigned chunk_words = 8;

/// Number of words of a bitmap, rounded up to whole chunks.
[[nodiscard]] __host__ __device__ constexpr std::uint32_t words_of(std::uint32_t n) {
  return (n / 32 + chunk_words) / chunk_words * chunk_words;
}

struct row_piece {
  std::uint32_t vertex, piece;
};

/// Counters of one phase, summed over all thread blocks.
struct alignas(16) phase_counters {
  unsigned found = 0;   ///< discovered vertices; also the end of the queue being filled
  unsigned pieces = 0;  ///< pieces of long rows
  unsigned hubs = 0;
  unsigned remaining = 0;              ///< listed unvisited vertices
  unsigned long long edges = 0;        ///< edges out of the frontier
  unsigned long long short_edges = 0;  ///< those of them in rows that are not split
  unsigned long long inspected = 0;    ///< edges inspected; counted only for a report
  unsigned long long tail_edges = 0;   ///< edges out of the frontier's vertices from hub_end on
};

/// Search state that thread block 0 publishes after running small levels by itself, and at the end.
struct alignas(16) search_progress {
  unsigned level = 0;
  unsigned frontier = 0;
  unsigned previous = 0;
  unsigned levels_recorded = 0;
  unsigned bitmap = 0;      ///< at the end: index of the bitmap of visited vertices
  unsigned classified = 0;  ///< whether the following counts are valid for the frontier
  unsigned pieces = 0;
  unsigned hubs = 0;
  unsigned long long reached = 0;
  unsigned long long edges = 0;
  unsigned long long short_edges = 0;
  unsigned long long tail_edges = 0;
};

/// Reason for a change of direction; `none` if a resident search returns to top-down, `many` after a level of many edges.
enum class change : unsigned { none, edges, hubs, few, many };

inline constexpr unsigned no_level = 0xFFFFFFFFu;

/// Outcome of a search, which its kernels write into pinned memory for the host. Times are of the device's clock, in ns.
struct search_summary {
  search_progress progress;
  unsigned long long began, searched, mapped;
  unsigned search;  ///< number of the search; written last
};

/// For the last thread block that leaves a kernel of a search (leave()).
struct kernel_end {
  search_summary* summary = nullptr;    ///< null: none is wanted
  unsigned long long* times = nullptr;  ///< on the device: when the search began, when it ended if its own kernel maps back
  unsigned* left = nullptr;             ///< thread blocks that have left the kernel; 0 between kernels
  unsigned search = 0;                  ///< number of the search, not 0; 0 if another kernel of the search follows
};

struct level_record {
  static constexpr unsigned long long no_hub_split = ~0ull;

  unsigned bottom_up;
  unsigned frontier;
  unsigned found;
  change why;
  unsigned long long inspected;
  unsigned long long unexplored;  ///< unexplored edges, if they decided
  unsigned long long edges;       ///< edges of the frontier, if they decided
  unsigned long long nanoseconds;
  unsigned long long tail_edges = no_hub_split;  ///< edges expanded top-down in a bottom-up level with hub split
};

template <class Offset>
struct device_rows {
  const Offset* offsets;
  const std::uint32_t* targets;
};

static_assert(std::is_trivially_copyable_v<bfs_options>);  // kernels receive them as they are

template <class Offset, class Room = block_room>
struct cuda_search : Room {
  using offset = Offset;
  using shared_room = Room;

  /// First bitmap word of a chunk; with several devices, their chunks are interleaved.
  [[nodiscard]] __host__ __device__ static std::uint32_t first_word(std::uint32_t chunk) { return chunk * chunk_words; }
  [[nodiscard]] __host__ __device__ static std::uint32_t word_of(std::uint32_t v) { return v / 32; }
  [[nodiscard]] __host__ __device__ static std::uint32_t vertex_of_row(std::uint32_t row) { return row; }
  [[nodiscard]] __host__ __device__ std::uint32_t bitmap_words() const { return words_of(num_vertices); }

  std::uint32_t num_vertices;
  std::uint64_t num_edges;
  device_rows<Offset> out, in;  ///< in.offsets is null without in-edges
  const std::uint32_t* heads;
  const uint4* packs;      ///< the four neighbors after the heads, padded with no_vertex
  std::uint32_t rest_end;  ///< vertices from here on have no neighbors after their heads
  const uint4* quads;      ///< up to four neighbors in `out` per vertex, in graphs of mostly such vertices; or null
  std::uint32_t hub_degree, num_hubs;
  std::uint32_t hub_end;  ///< vertices below are the hubs of a hub split; their bits fit in shared memory

  std::uint32_t* bitmap[2];
  std::uint32_t* queue[2];      ///< num_vertices entries each
  std::uint32_t* remaining[2];  ///< num_vertices / remaining_fraction entries each
  row_piece* pieces;
  phase_counters* counters;   ///< 3, used in turn
  search_progress* progress;  ///< after small levels
  unsigned* target_level;     ///< level at which the target was discovered, or no_level
  unsigned* spilled;          ///< number of vertices of a cluster's level that did not fit; 0 between levels
  level_record* records;      ///< null if no report is requested
  unsigned most_records;

  std::int32_t* distances;      ///< null if not requested
  std::uint32_t* predecessors;  ///< null if not requested

  std::uint32_t source, root_predecessor;
  bfs_options options;  ///< as in request
  bool estimates;       ///< as in request
  graph_counts whole_graph;
  float mean_degree;
  kernel_end end;
};

}  // namespace fathom::bfs_engine
