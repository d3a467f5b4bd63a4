// Results of a search from the layout's ids and order to those of the caller.
#pragma once

#include "bfs/cuda/results.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

inline constexpr unsigned mapped_at_once = 8;  // per thread

/// Gathers in the order of the caller's vertices, consecutive vertices per thread block; called by all thread blocks. Consecutive
/// vertices of equal degree are also consecutive in the layout, so a sector in the L1 cache serves several of them. Streaming loads
/// and stores keep data that is used once from evicting these.
template <bool Distances, bool Predecessors>
__device__ void map_back_tiles(const map_back_arrays& a) {
  static_assert(static_cast<std::uint32_t>(unreachable) == no_vertex);
  constexpr unsigned n = mapped_at_once;
  for (std::uint64_t tile = blockIdx.x; tile * block_threads * n < a.caller_vertices; tile += gridDim.x) {
    const std::uint64_t first = tile * block_threads * n + threadIdx.x;
    std::uint32_t internal[n], distance[n], predecessor[n];
    for (unsigned k = 0; k < n; ++k) {
      const std::uint64_t v = first + k * block_threads;
      internal[k] = v < a.caller_vertices ? __ldcs(a.to_internal + v) : no_vertex;
    }
    for (unsigned k = 0; k < n; ++k) {
      const bool there = internal[k] != no_vertex;
      if (Predecessors) predecessor[k] = load_if(there, a.predecessors + internal[k], no_vertex);
      if (Distances) distance[k] = load_if(there, a.distances + internal[k], no_vertex);
    }
    for (unsigned k = 0; Predecessors && k < n; ++k) {
      predecessor[k] = load_if(predecessor[k] != no_vertex, a.to_caller + predecessor[k], no_vertex);
    }
    for (unsigned k = 0; k < n; ++k) {
      const std::uint64_t v = first + k * block_threads;
      if (v >= a.caller_vertices) break;
      if (Predecessors) __stcs(a.mapped_predecessors + v, predecessor[k]);
      if (Distances) __stcs(a.mapped_distances + v, distance[k]);
    }
  }
}

}  // namespace fathom::bfs_engine
