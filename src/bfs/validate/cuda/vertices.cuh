// Vertex passes of validation, before and after the edge pass.
#pragma once

#include "bfs/validate/cuda/claim.cuh"

namespace fathom::validate_engine {

/// Largest level for which levels are stored as bytes, which quarters the memory that the edge pass gathers from.
inline constexpr unsigned deepest_in_bytes = 253;
inline constexpr std::uint8_t unreached_byte = 255;

/// Checks everything visible at a single vertex. A predecessor one level up is reached, is not v, and rules out cycles.
__device__ inline bool vertex_is_right(const device_claim& c, vertex_id n, vertex_id v, hop_count level, vertex_id parent) {
  if (level == unreachable) return v != c.source && parent == no_vertex;
  if (v == c.source) return level == 0 && (parent == no_vertex || parent == v);
  if (level <= 0 || level > c.depth_limit) return false;
  return !c.predecessors || (parent < n && c.levels[parent] == level - 1);
}

/// Checks all vertices, counts reached vertices and their edges, stores the levels as bytes, and clears the marks.
__global__ void __launch_bounds__(block_threads)
    vertices_kernel(device_rows g, device_claim c, std::uint8_t* bytes, std::uint8_t* has_parent, findings* found) {
  bool wrong = false;
  unsigned deepest = 0;
  unsigned long long reached = 0, edges = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < g.num_vertices; i += cuda::grid_threads()) {
    const auto v = static_cast<vertex_id>(i);
    const hop_count level = c.levels[v];
    const vertex_id parent = c.predecessors ? c.predecessors[v] : no_vertex;
    wrong |= !vertex_is_right(c, g.num_vertices, v, level, parent);
    has_parent[v] = 0;
    // A level that is too large is truncated, but then the bytes are not used.
    bytes[v] = level < 0 ? unreached_byte : static_cast<std::uint8_t>(level);
    if (level < 0) continue;
    deepest = max(deepest, static_cast<unsigned>(level));
    ++reached;
    edges += g.offsets[i + 1] - g.offsets[i];
  }
  if (wrong) found->wrong = 1;
  deepest = cuda::warp_max(deepest);
  if (lane() == 0 && deepest > 0) atomicMax(&found->deepest, deepest);
  cuda::warp_add(&found->reached, reached);
  cuda::warp_add(&found->edges, edges);
}

/// Sets `wrong` if the edge pass left a reached vertex other than the source without a mark.
__global__ void __launch_bounds__(block_threads)
    marks_kernel(vertex_id n, const hop_count* levels, const std::uint8_t* has_parent, findings* found) {
  bool wrong = false;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) wrong |= levels[v] > 0 && has_parent[v] == 0;
  if (wrong) found->wrong = 1;
}

}  // namespace fathom::validate_engine
