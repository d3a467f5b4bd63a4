// Shared memory of the thread blocks of a cluster that search a lattice or a road network, and their messages.
#pragma once

#include "bfs/cuda/one_block.cuh"
#include "bfs/cuda/search.hpp"
#include "gpu/cluster.cuh"

#ifdef FATHOM_HAS_CLUSTERS

namespace fathom::bfs_engine {

/// A vertex of the frontier and its predecessor, or no_vertex if its results are already written.
struct discovery {
  std::uint32_t vertex, predecessor;
};

/// A thread block's part of the visited bits and of two frontiers, the current one and the next. The `at`-th vertex that thread
/// block r discovers goes to thread block (at + r) mod C, into the r-th of the C segments there: this balances the thread blocks
/// and needs no allocation of positions. Word w of the bitmap is in thread block w mod C.
struct cluster_memory {
  static constexpr unsigned capacity = 2'048;
  static constexpr std::uint32_t words = (bytes_of_cluster - 2 * capacity * (sizeof(uint4) + sizeof(discovery))) / 4;
  uint4 quad[2][capacity];
  discovery found[2][capacity];
  std::uint32_t visited[words];
};
static_assert(sizeof(cluster_memory) == bytes_of_cluster);

enum cluster_flags : unsigned { leaves_cluster = 1, found_target = 2 };

/// Counts of a thread block in a level: vertices that it has discovered, flags, and edges, for a report.
class cluster_message {
 public:
  __device__ static std::uint64_t of(const block_level& level) {
    const unsigned flags = level.leave | (level.found > cluster_memory::capacity ? leaves_cluster : 0u);
    return level.found | static_cast<std::uint64_t>(flags) << 32 | static_cast<std::uint64_t>(level.edges) << 34;
  }
  [[nodiscard]] __device__ unsigned found() const { return static_cast<unsigned>(bits_); }
  [[nodiscard]] __device__ unsigned flags() const { return static_cast<unsigned>(bits_ >> 32) & 3; }
  [[nodiscard]] __device__ unsigned edges() const { return static_cast<unsigned>(bits_ >> 34); }

 private:
  std::uint64_t bits_;
};

/// Of all thread blocks together.
struct cluster_level {
  unsigned found, flags;
};

struct cluster_tables {
  block_level local[3];  ///< of this thread block: the current level, the next, and one that is being cleared
  cluster_message message[2][most_cluster_blocks];
  cuda::arrivals arrived[2];
};

/// One of the four neighbors of a vertex of the frontier, for a lane.
struct cluster_item {
  discovery from;
  bool in_row;       ///< the vertex has more than four neighbors
  std::uint32_t to;  ///< no_vertex if there is nothing to inspect
  uint4 quad;        ///< neighbors of `to`; if in_row, the place of the row
};

/// Work that a lane does after the thread block has announced a level.
struct cluster_rest {
  discovery written{no_vertex, no_vertex};                  ///< whose results are to be written
  uint4 ahead{no_vertex, no_vertex, no_vertex, no_vertex};  ///< neighbors of a discovered vertex, to be fetched
};

}  // namespace fathom::bfs_engine
#endif
