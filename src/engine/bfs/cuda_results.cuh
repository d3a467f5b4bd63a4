// What is done to the results of a search on the device after it.
#pragma once

#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

/// Gathers for the caller's vertices in their order: results are written front to back, and what is read at random, the entries of
/// hubs above all, stays in cache.
__global__ void __launch_bounds__(block_threads)
    map_back_kernel(std::uint32_t caller_vertices, const std::uint32_t* to_internal, const std::uint32_t* to_caller,
                    const std::int32_t* distances, const std::uint32_t* predecessors, std::int32_t* mapped_distances,
                    std::uint32_t* mapped_predecessors) {
  for (std::uint32_t v = thread_of_grid(); v < caller_vertices; v += threads_in_grid()) {
    const std::uint32_t internal = to_internal[v];
    const bool there = internal != no_vertex;
    if (mapped_distances) mapped_distances[v] = there ? distances[internal] : unreachable;
    if (mapped_predecessors) {
      const std::uint32_t predecessor = there ? predecessors[internal] : no_vertex;
      mapped_predecessors[v] = predecessor != no_vertex ? to_caller[predecessor] : no_vertex;
    }
  }
}

/// For each vertex the smallest caller's id among its neighbours one hop nearer, a warp a neighbour's row; `smallest` holds
/// no_vertex everywhere before.
template <class Offset>
__global__ void __launch_bounds__(block_threads)
    smallest_parents_kernel(std::uint32_t n, device_rows<Offset> out, const std::uint32_t* to_caller, const std::int32_t* distances,
                            std::uint32_t* smallest) {
  for (std::uint32_t u = warp_of_grid(); u < n; u += warps_in_grid()) {
    const std::int32_t distance = distances[u];
    if (distance == unreachable) continue;
    const std::uint32_t name = to_caller ? to_caller[u] : u;
    for (Offset e = out.offsets[u] + lane(); e < out.offsets[u + 1]; e += warp_lanes) {
      const std::uint32_t v = out.targets[e];
      if (distances[v] == distance + 1 && smallest[v] > name) atomicMin(&smallest[v], name);
    }
  }
}

__global__ void __launch_bounds__(block_threads) take_smallest_kernel(std::uint32_t n, const std::uint32_t* to_internal,
                                                                      const std::uint32_t* smallest, std::uint32_t* predecessors) {
  for (std::uint32_t v = thread_of_grid(); v < n; v += threads_in_grid()) {
    if (smallest[v] != no_vertex) predecessors[v] = to_internal ? to_internal[smallest[v]] : smallest[v];
  }
}

}  // namespace fathom::bfs_engine
