// What joined searches on a CUDA device have found, in the caller's ids; and their predecessors. For files that are compiled only
// with CUDA.
#pragma once

#include <cstdint>
#include <span>

#include "cuda/runtime.hpp"
#include "engine/multi_bfs/cuda/bitwise_search.hpp"
#include "engine/multi_bfs/cuda/device_copy.hpp"

namespace fathom::multi_bfs_engine {

/// Rows in words of 32 bits, and where to read each.
struct seen_rows {
  const std::uint32_t* sides[2];
  const std::uint8_t* states;
  int front;  ///< the side that has all rows but those of full vertices
  std::uint32_t words_a_row;
};

/// After the last level.
struct finished_rows {
  seen_rows seen;
  const std::uint32_t* planes[most_planes];
  int num_planes;
  const vertex_id* to_internal;  ///< null in the caller's order
  std::uint32_t caller_vertices;
};

/// Rows of caller_vertices entries, in host memory or on the device; nothing to those that are null.
template <class T>
void copy_distances(const finished_rows& finished, std::span<T* const> rows, const cuda::stream& s);

/// Directed edges out of what each search has reached, summed.
[[nodiscard]] std::uint64_t reached_edges(const device_copy& l, const finished_rows& finished, const cuda::stream& s);

/// Of what the last level has found: a row of 32 * words_a_row entries a vertex, in the caller's ids.
struct predecessor_search {
  layout_adjacency in;
  const vertex_id* to_caller;  ///< null in the caller's order
  seen_rows before;            ///< the level
  const std::uint32_t* next_rows;
  const std::uint32_t* found;  ///< a bit a vertex
  std::uint32_t words;
  vertex_id* predecessors;
  bool smallest;  ///< else any will do
};

void find_predecessors(const predecessor_search& p, const long_rows& rows, const cuda::stream& s);

void copy_predecessors(const vertex_id* predecessors, const finished_rows& finished, std::span<vertex_id* const> rows,
                       const cuda::stream& s);

}  // namespace fathom::multi_bfs_engine
