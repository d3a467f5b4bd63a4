// Data shared by the validation kernels: adjacency rows, the claim, and the findings.
#pragma once

#include <cstdint>

#include "fathom/types.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"

namespace fathom::validate_engine {

using cuda::all_lanes;
using cuda::lane;
using cuda::warp_lanes;

inline constexpr unsigned block_threads = 256;
inline constexpr unsigned block_warps = block_threads / warp_lanes;

struct device_rows {
  const edge_offset* offsets;  ///< num_vertices + 1 entries
  const vertex_id* targets;
  const edge_weight* weights;  ///< null if not requested, or if the graph has none
  vertex_id num_vertices;
  edge_offset num_edges;
};

/// Levels and predecessors may hold arbitrary bits: each is range-checked before it serves as an index.
struct device_claim {
  const hop_count* levels;        ///< the claimed distances, or those of the tree
  const vertex_id* predecessors;  ///< null if there are none
  vertex_id source;
  hop_count depth_limit;
};

/// Must be zero before the first kernel that adds to it.
struct findings {
  unsigned wrong;       ///< 1 if anything is wrong
  unsigned unfinished;  ///< 1 if some vertex is not yet known to lead to the source
  unsigned deepest;     ///< the largest level
  unsigned unused;
  unsigned long long reached, edges;
};

}  // namespace fathom::validate_engine
