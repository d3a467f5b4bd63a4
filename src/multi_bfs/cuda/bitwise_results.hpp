// Results of bitwise multi-source BFS on a CUDA device, in the caller's ids, and the search for predecessors. Include only in files
// that are compiled with CUDA.
#pragma once

#include <cstdint>
#include <span>

#include "gpu/runtime.hpp"
#include "multi_bfs/cuda/bitwise_search.hpp"
#include "multi_bfs/cuda/device_copy.hpp"

namespace fathom::multi_bfs_engine {

/// Visited bits as rows of 32-bit words, and where each row is stored.
struct seen_rows {
  const std::uint32_t* sides[2];
  const std::uint8_t* states;  ///< null if all rows are valid and on the first side
  int front;                   ///< the side that holds all rows except those of full vertices
  std::uint32_t words_per_row;
};

/// State after the last level.
struct finished_rows {
  seen_rows seen;
  const std::uint32_t* planes[most_planes];
  int num_planes;
  const vertex_id* to_internal;  ///< null if the layout is in the caller's order
  std::uint32_t caller_vertices;
};

/// Rows have caller_vertices entries and may be in host memory or on the device; null rows are skipped.
template <class T>
void copy_distances(const finished_rows& finished, std::span<T* const> rows, const cuda::stream& s);

/// Predecessor search for the discoveries of the last level: 32 * words_per_row entries per vertex, in the caller's ids.
struct predecessor_search {
  layout_adjacency in;
  const vertex_id* to_caller;  ///< null if the layout is in the caller's order
  seen_rows before;            ///< visited bits before the level
  const std::uint32_t* next_rows;
  const std::uint32_t* found;  ///< one bit per vertex
  std::uint32_t words;
  vertex_id* predecessors;
  bool smallest;  ///< choose the smallest id; otherwise any valid predecessor
};

void find_predecessors(const predecessor_search& p, const long_rows& rows, const cuda::stream& s);

void copy_predecessors(const vertex_id* predecessors, const finished_rows& finished, std::span<vertex_id* const> rows,
                       const cuda::stream& s);

}  // namespace fathom::multi_bfs_engine
