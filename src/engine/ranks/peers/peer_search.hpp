// What one kernel on each rank's device shares with those of the other ranks, and what it has for itself.
//
// Column ids have another order here than in the partitioned graph: 256 of rank 0, 256 of rank 1 ..., each rank's in falling order
// of degree, so that the hubs of all ranks come first in a bitmap, and a rank's own bits are whole chunks of it.
#pragma once

#include <cstdint>

#include "distributed/partitioned_graph.hpp"
#include "distributed/peer_memory.hpp"
#include "engine/bfs/cuda_search.hpp"

namespace fathom::ranks_engine {

/// Vertices of a rank that follow each other in a bitmap.
inline constexpr std::uint32_t turn_vertices = bfs_engine::chunk_words * 32;

/// What a rank says to all others at the end of a level. The last to be written is `meeting`.
struct alignas(16) peer_word {
  unsigned long long edges;       ///< out of what was listed, in the whole graph; 0 where bits say what was found
  unsigned long long tail_edges;  ///< of them, out of vertices that are no hubs
  std::uint32_t found;            ///< vertices
  std::uint32_t listed;           ///< of them
  std::uint32_t remaining;        ///< unvisited vertices that have found a place in the rank's list of them, or no_list
  std::uint32_t meeting;          ///< all meetings of all searches are numbered, from 1
};

inline constexpr std::uint32_t no_list = 0xFFFFFFFFu;

/// Memory of each rank that all ranks write to: of the same size on all.
struct peer_room {
  std::uint32_t stride = 0;  ///< vertices of a rank, a multiple of turn_vertices
  unsigned ranks = 1;

  /// The column id of a rank's vertex.
  [[nodiscard]] __host__ __device__ std::uint32_t column_of(unsigned of_rank, std::uint32_t its) const {
    return (its / turn_vertices * ranks + of_rank) * turn_vertices + its % turn_vertices;
  }
  [[nodiscard]] __host__ __device__ unsigned rank_of(std::uint32_t column) const { return column / turn_vertices % ranks; }
  /// The number that the vertex of a column id has on its rank.
  [[nodiscard]] __host__ __device__ std::uint32_t number_of(std::uint32_t column) const {
    return column / turn_vertices / ranks * turn_vertices + column % turn_vertices;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t columns() const { return stride * ranks; }

  [[nodiscard]] __host__ __device__ std::uint32_t bitmap_words() const { return stride / 32 * ranks; }
  /// Words of two meetings, in turn: a rank may be a meeting ahead of another.
  [[nodiscard]] __host__ __device__ std::size_t words_at(std::uint32_t meeting) const {
    return std::size_t{meeting % 2} * most_peers * sizeof(peer_word);
  }
  [[nodiscard]] __host__ __device__ std::size_t bitmap_at(unsigned which) const {
    return 2 * most_peers * sizeof(peer_word) + std::size_t{which} * bitmap_words() * 4;
  }
  /// Frontiers of two levels, in turn; of each rank its own numbers.
  [[nodiscard]] __host__ __device__ std::size_t list_at(unsigned level, unsigned rank) const {
    return bitmap_at(2) + (std::size_t{level % 2} * ranks + rank) * stride * 4;
  }
  [[nodiscard]] __host__ __device__ std::size_t bytes() const { return list_at(1, ranks); }
};

/// What all blocks of this rank add up between two meetings.
struct alignas(16) peer_counters {
  bfs_engine::phase_counters phase;
  unsigned long long edges = 0;
  unsigned listed = 0;
  unsigned arrived = 0;  ///< blocks
};

/// Of a level on this rank; times of the device's clock, in nanoseconds.
struct peer_record {
  unsigned bottom_up = 0;
  unsigned told_bits = 0;           ///< a bitmap of the rank's vertices was told to each other rank
  std::uint32_t told_listed = 0;    ///< vertices told to each other rank
  unsigned long long frontier = 0;  ///< of all ranks
  unsigned long long inspected = 0;
  unsigned long long began = 0, done = 0, met = 0;
};

struct peer_outcome {
  unsigned long long reached = 0;
  std::uint32_t levels = 0;  ///< that had a frontier and were searched
  std::uint32_t depth = 0;
  std::uint32_t meeting = 0;  ///< the last one
  unsigned long long nanoseconds = 0;
};

/// What a search tells the host.
struct peer_log {
  /// More levels are searched, but not reported.
  static constexpr unsigned most_records = 1u << 16;

  peer_outcome outcome;
  peer_record records[most_records];
};

/// A search as the kernel gets it.
struct peer_search {
  using offset = edge_offset;

  /// Of the own vertices' chunks and words in a bitmap of all.
  [[nodiscard]] __host__ __device__ std::uint32_t first_word(std::uint32_t chunk) const {
    return (chunk * room.ranks + rank) * bfs_engine::chunk_words;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t word_of(std::uint32_t own) const {
    return first_word(own / turn_vertices) + own / 32 % bfs_engine::chunk_words;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t bitmap_words() const { return room.bitmap_words(); }
  /// Rows of `out` and entries of `frontier` are rank * out_stride + the rank's vertex.
  [[nodiscard]] __host__ __device__ std::uint32_t row_of(unsigned of_rank, std::uint32_t its) const {
    return of_rank * out_stride + its;
  }
  [[nodiscard]] __host__ __device__ std::uint32_t vertex_of_row(std::uint32_t row) const {
    return column_of(row / out_stride, row % out_stride);
  }
  /// The column id of a rank's vertex.
  [[nodiscard]] __host__ __device__ std::uint32_t column_of(unsigned of_rank, std::uint32_t its) const {
    return room.column_of(of_rank, its);
  }
  [[nodiscard]] __host__ __device__ std::uint32_t remaining_limit() const { return num_vertices / bfs_engine::remaining_share; }
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
  std::uint32_t rest_end;  ///< own vertices from here on have no neighbours behind their heads
  const std::uint32_t* out_degrees;
  std::uint32_t hub_degree;
  std::uint32_t hub_end;  ///< column ids below are the hubs of a level in halves: as many of each rank

  unsigned rank;
  peer_room room;
  std::byte* memory[most_peers];

  std::uint32_t* frontier;      ///< of all ranks
  std::uint32_t* remaining[2];  ///< remaining_limit() entries each
  bfs_engine::row_piece* pieces;
  peer_counters* counters;
  peer_log* log;
  bool records = true;  ///< looks are counted
  unsigned* late_rank;  ///< in the host's memory: who has not come to a meeting, and one more

  std::int32_t* distances;      ///< of own vertices; null where not wanted
  std::uint32_t* predecessors;  ///< column ids
  std::uint32_t target = no_vertex;
  unsigned* target_level = nullptr;

  std::uint32_t source;  ///< own vertex, or no_vertex where it is another rank's, or nobody's
  unsigned depth_limit;
  bool top_down_only;
  double alpha, beta;
  unsigned long long all_vertices, all_edges;  ///< of all ranks, those with an edge
  std::uint32_t meeting;                       ///< the last one before this search
};

}  // namespace fathom::ranks_engine
