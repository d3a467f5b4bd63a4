// Launches of the kernels that count triangles. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"
#include "triangles/cuda/work_items.hpp"

namespace fathom::triangles_engine {

/// Arrays in device memory.
struct count_job {
  adjacency_view rows;                      ///< sorted
  const edge_offset* starts = nullptr;      ///< bounds of the oriented rows
  const vertex_id* targets = nullptr;       ///< entries of the oriented rows
  const std::uint8_t* mutual = nullptr;     ///< one per edge of `rows` if the entries are directed, else null
  unsigned long long* triangles = nullptr;  ///< n entries, to which the triangles of each vertex are added
};

/// Enqueues the items of one class at [items, items + count).
void count_by_warps(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s);
void count_by_small_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s);
/// Large thread blocks, with the work list's `block_row`: large_block_row or compact_block_row.
void count_by_large_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s);
void count_by_compact_blocks(const count_job& job, const work_item* items, std::uint64_t count, const cuda::stream& s);

}  // namespace fathom::triangles_engine
