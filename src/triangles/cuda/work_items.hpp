// Division of triangle counting into work items for warps and thread blocks. For files that are compiled only with CUDA.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"
#include "triangles/cuda/oriented_rows.hpp"
#include "triangles/cuda/shared_memory.hpp"
#include "triangles/work_share.hpp"

namespace fathom::triangles_engine {

/// Longest oriented rows of the classes: those of one warp and those of a small thread block, 8 of which fill a multiprocessor. A
/// large thread block holds a part of a row, of at most longest_block_row() entries.
inline constexpr unsigned warp_row = 64, small_block_row = 960;

/// Most edges of an adjacency row that a warp or a thread block inspects in one item, so that no hub delays the end.
inline constexpr unsigned warp_slice = 512, block_slice = 8192;

/// Part of the work of vertex x: one slice of its adjacency row against one chunk of its oriented row.
struct work_item {
  vertex_id x;
  std::uint32_t part;  ///< chunk * number of slices + slice
};

[[nodiscard]] __host__ __device__ constexpr std::uint64_t slices_of(std::uint64_t oriented_length, std::uint64_t degree) {
  const unsigned slice = oriented_length <= warp_row ? warp_slice : block_slice;
  return (degree + slice - 1) / slice;
}

[[nodiscard]] __host__ __device__ constexpr std::uint64_t chunks_of(std::uint64_t oriented_length, unsigned block_row) {
  return (oriented_length + block_row - 1) / block_row;
}

/// A vertex with fewer oriented edges than this needs no item: the triangle's edge between its two lower corners is the work of the
/// corner with the longer row.
inline constexpr unsigned least_row = 2;

/// Items by descending length of the oriented row, first those of large, then those of small thread blocks, then those of warps.
struct work_list {
  cuda::buffer<work_item> items;
  std::uint64_t large_blocks = 0, small_blocks = 0, warps = 0;  ///< numbers of items
};

/// Upper bound on the bytes that list_work() allocates, including memory that it frees before it returns.
[[nodiscard]] std::uint64_t work_list_bytes(vertex_id num_vertices, edge_offset num_edges, unsigned block_row, work_share share);

/// The share's items. `offsets` are those of the graph's adjacency rows, in device memory. `block_row`: longest_block_row() of the
/// device.
[[nodiscard]] work_list list_work(unsigned block_row, vertex_id n, edge_offset m, const edge_offset* offsets,
                                  const edge_offset* starts, work_share share, const cuda::stream& s);

}  // namespace fathom::triangles_engine
