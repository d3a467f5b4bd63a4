// Shared and private state of the distributed BFS kernels, one kernel per process's device.
//
// Column ids are ordered differently here than in the partitioned graph: 256 of process 0, 256 of process 1 and so on, each
// process's in descending order of degree. The hubs of all processes thus come first in a bitmap, and a process's own bits are
// whole chunks of it.
#pragma once

#include <cstdint>

#include "bfs/cuda/search.hpp"
#include "comm/peer_memory.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Consecutive vertices of one process in a bitmap.
inline constexpr std::uint32_t turn_vertices = bfs_engine::chunk_words * 32;

/// Counts that a process sends to all others at the end of a level. `barrier` is written last.
struct alignas(16) peer_word {
  unsigned long long edges;       ///< out-edges of the listed vertices in the whole graph; 0 if discoveries are sent as bits
  unsigned long long tail_edges;  ///< out-edges of listed vertices that are not hubs
  std::uint32_t found;            ///< vertices discovered
  std::uint32_t listed;           ///< discovered vertices that are in the list
  std::uint32_t remaining;        ///< length of the process's list of unvisited vertices, or no_list
  std::uint32_t barrier;          ///< barrier number, counted from 1 over all searches
};

inline constexpr std::uint32_t no_list = 0xFFFFFFFFu;

/// Layout of the memory that all processes write to; it has the same size on each.
struct peer_room {
  std::uint32_t stride = 0;  ///< vertices per process, a multiple of turn_vertices
  unsigned ranks = 1;

  /// Column id of a process's vertex.
  [[nodiscard]] __host__ __device__ std::uint32_t column_of(unsigned of_rank, std::uint32_t its) const {
    return (its / turn_vertices * ranks + of_rank) * turn_vertices + its % turn_vertices;
  }
  [[nodiscard]] __host__ __device__ unsigned rank_of(std::uint32_t column) const { return column / turn_vertices % ranks; }
  /// Index on its owner of the vertex with this column id.
  [[nodiscard]] __host__ __device__ std::uint32_t number_of(std::uint32_t column) const {
    return column / turn_vertices / ranks * turn_vertices + column % turn_vertices;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t columns() const { return stride * ranks; }

  [[nodiscard]] __host__ __device__ std::uint32_t bitmap_words() const { return stride / 32 * ranks; }
  /// Barriers whose words are kept. A process may be one barrier ahead of another, and a thread block that is the only one to do
  /// some levels, a few barriers ahead of the other thread blocks.
  static constexpr std::uint32_t barriers_kept = 4;
  [[nodiscard]] __host__ __device__ std::size_t words_at(std::uint32_t barrier) const {
    return std::size_t{barrier % barriers_kept} * most_peers * sizeof(peer_word);
  }
  [[nodiscard]] __host__ __device__ std::size_t bitmap_at(unsigned which) const {
    return std::size_t{barriers_kept} * most_peers * sizeof(peer_word) + std::size_t{which} * bitmap_words() * 4;
  }
  /// Frontier list of one process; double-buffered by level. Entries are the process's own vertex indices.
  [[nodiscard]] __host__ __device__ std::size_t list_at(unsigned level, unsigned rank) const {
    return bitmap_at(2) + (std::size_t{level % 2} * ranks + rank) * stride * 4;
  }
  [[nodiscard]] __host__ __device__ std::size_t bytes() const { return list_at(1, ranks); }
};

/// Sums over all thread blocks of this process between two barriers.
struct alignas(16) peer_counters {
  bfs_engine::phase_counters phase;
  unsigned long long edges = 0;
  unsigned listed = 0;
  unsigned arrived = 0;  ///< thread blocks
};

/// Statistics of one level on this process; times are of the device clock in nanoseconds.
struct peer_record {
  unsigned bottom_up = 0;
  unsigned sent_bits = 0;           ///< a bitmap of the process's vertices was sent to each other process
  std::uint32_t sent_listed = 0;    ///< vertices sent to each other process as a list
  unsigned long long frontier = 0;  ///< over all processes
  unsigned long long inspected = 0;
  unsigned long long began = 0, done = 0, met = 0;
};

struct peer_outcome {
  unsigned long long reached = 0;
  std::uint32_t levels = 0;  ///< levels searched, all with a nonempty frontier
  std::uint32_t depth = 0;
  std::uint32_t barrier = 0;  ///< number of the last barrier
  unsigned long long nanoseconds = 0;
};

/// Results and statistics that the kernel returns to the host.
struct peer_log {
  /// Levels beyond this are searched, but not recorded.
  static constexpr unsigned most_records = 1u << 16;

  peer_outcome outcome;
  peer_record records[most_records];
};

struct peer_progress;

/// Kernel arguments of a search.
struct peer_search : bfs_engine::block_room {
  using offset = edge_offset;
  using shared_room = bfs_engine::block_room;

  /// First word of a chunk of own vertices, and word of an own vertex, in a bitmap of all vertices.
  [[nodiscard]] __host__ __device__ std::uint32_t first_word(std::uint32_t chunk) const {
    return (chunk * room.ranks + rank) * bfs_engine::chunk_words;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t word_of(std::uint32_t own) const {
    return first_word(own / turn_vertices) + own / 32 % bfs_engine::chunk_words;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t bitmap_words() const { return room.bitmap_words(); }
  /// Rows of `out` and entries of `frontier` are numbered process * out_stride + the process's vertex.
  [[nodiscard]] __host__ __device__ std::uint32_t row_of(unsigned of_rank, std::uint32_t its) const {
    return of_rank * out_stride + its;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t vertex_of_row(std::uint32_t row) const {
    return column_of(row / out_stride, row % out_stride);
  }
  /// Column id of a process's vertex.
  [[nodiscard]] __host__ __device__ std::uint32_t column_of(unsigned of_rank, std::uint32_t its) const {
    return room.column_of(of_rank, its);
  }
  [[nodiscard]] __host__ __device__ std::uint32_t remaining_limit() const { return num_vertices / bfs_engine::remaining_fraction; }
  template <class T>
  [[nodiscard]] __device__ T* at(unsigned of_rank, std::size_t place) const {
    return reinterpret_cast<T*>(memory[of_rank] + place);
  }

  std::uint32_t num_vertices;                ///< own
  bfs_engine::device_rows<edge_offset> in;   ///< by own vertex: column ids, of high degree first
  bfs_engine::device_rows<edge_offset> out;  ///< by row_of(): own vertices
  std::uint32_t out_stride;
  const std::uint32_t* heads;  ///< the first of `in`, or no_vertex
  const uint4* packs;
  std::uint32_t rest_end;  ///< own vertices from here on have no neighbors besides their heads
  const std::uint32_t* out_degrees;
  std::uint32_t hub_degree;
  std::uint32_t hub_end;        ///< column ids below are hubs in a level with hub split; the same number per process
  unsigned one_block_vertices;  ///< the largest frontier that one thread block expands

  unsigned rank;
  peer_room room;
  std::byte* memory[most_peers];

  std::uint32_t* frontier;      ///< of all processes
  std::uint32_t* remaining[2];  ///< remaining_limit() entries each
  bfs_engine::row_piece* pieces;
  peer_counters* counters;
  peer_progress* progress;
  peer_log* log;
  bool records = true;  ///< whether inspected edges are counted
  unsigned* late_rank;  ///< in host memory: the process that missed a barrier, plus 1

  std::int32_t* distances;           ///< of own vertices; null if not requested
  std::uint32_t* predecessors;       ///< column ids
  unsigned* target_level = nullptr;  ///< searches of several processes have no target

  std::uint32_t source;                        ///< own vertex, or no_vertex if another process owns it or it is isolated
  bfs_options options;                         ///< alpha is not 0
  bool estimates;                              ///< bottom-up only if it is expected to pay; not with an alpha of the caller
  unsigned long long all_vertices, all_edges;  ///< over all processes; vertices with edges only
  std::uint32_t barrier;                       ///< number of the last barrier before this search
};

}  // namespace fathom::ranks_engine
