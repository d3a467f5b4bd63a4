// What the kernels of a validation share: the rows, the claim, what was found.
#pragma once

#include <cstdint>

#include "cuda/warp.hpp"
#include "fathom/types.hpp"

namespace fathom::validate_engine {

using cuda::all_lanes;
using cuda::lane;
using cuda::warp_lanes;

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned block_warps = block_threads / warp_lanes;

struct device_rows {
  const edge_offset* offsets;  ///< num_vertices + 1 entries
  const vertex_id* targets;
  const edge_weight* weights;  ///< null where none were asked for, or there are none
  vertex_id num_vertices;
  edge_offset num_edges;
};

/// Levels and predecessors may be any bits: each is compared before it serves as an index.
struct device_claim {
  const hop_count* levels;        ///< the claimed distances, or those of the tree
  const vertex_id* predecessors;  ///< null where there are none
  vertex_id source;
  hop_count depth_limit;
};

/// Zero before the first kernel that adds to it.
struct findings {
  unsigned wrong;       ///< 1 once anything is
  unsigned unfinished;  ///< 1 where a vertex is not yet known to lead to the source
  unsigned deepest;     ///< the largest level
  unsigned unused;
  unsigned long long reached, edges;
};

// 64 bits, so that a step behind the last of 2^32 - 1 vertices does not begin anew.
__device__ inline std::uint64_t thread_of_grid() { return std::uint64_t{blockIdx.x} * block_threads + threadIdx.x; }
__device__ inline std::uint64_t threads_in_grid() { return std::uint64_t{gridDim.x} * block_threads; }

/// By all lanes of a warp.
__device__ inline unsigned long long sum_of_warp(unsigned long long value) {
  for (unsigned distance = warp_lanes / 2; distance > 0; distance /= 2) value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

}  // namespace fathom::validate_engine
