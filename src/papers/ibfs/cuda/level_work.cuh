// Work of one level on a CUDA device: adjacency rows, of which long ones are cut into chunks; and lists of vertices.
#pragma once

#include <cstdint>

#include "bfs/cuda/step.cuh"
#include "fathom/layout.hpp"
#include "gpu/kernel.cuh"
#include "gpu/loads.cuh"
#include "gpu/warp.cuh"
#include "multi_bfs/cuda/device_copy.hpp"

namespace fathom::multi_bfs_engine::joint {

using bfs_engine::all_lanes;
using bfs_engine::lane;
using bfs_engine::warp_lanes;

/// Appends v for lanes with `mine`. All lanes must call this.
__device__ inline void append(bool mine, vertex_id v, vertex_id* list, unsigned long long* end) {
  const unsigned long long at = cuda::warp_append(end, mine);
  if (mine) list[at] = v;
}

/// An adjacency row or a chunk of one.
struct work_item {
  std::uint64_t vertex;
  edge_offset first, last;
};

/// Work items of a level: chunks of all long rows, whether or not their vertices are in the frontier, and the listed vertices.
struct level_work {
  layout_adjacency rows;
  const vertex_id *piece_vertex, *piece_number;
  std::uint64_t num_pieces;
  const vertex_id* list;
  std::uint64_t listed;

  [[nodiscard]] __host__ __device__ std::uint64_t size() const { return num_pieces + listed; }
  __device__ work_item operator[](std::uint64_t i) const {
    const bool is_piece = i < num_pieces;
    const vertex_id v = is_piece ? piece_vertex[i] : list[i - num_pieces];
    // Loaded or 0 before multiplying. For a choice between a product and 0 in 64 bits, optimized code could read the register
    // before it was 0 (CUDA 13.0, docs/engineering-log.md).
    const std::uint32_t number = cuda::load_if(is_piece, piece_number + i, 0);
    const edge_offset first = rows.offsets[v] + std::uint64_t{number} * piece_edges;
    const edge_offset end = rows.offsets[v + std::size_t{1}];
    return {v, first, is_piece ? min(end, first + piece_edges) : end};
  }
};

}  // namespace fathom::multi_bfs_engine::joint
