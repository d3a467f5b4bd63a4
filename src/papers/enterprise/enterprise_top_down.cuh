// Top-down step: expands the frontier's rows by a thread, a warp, a CTA or the grid per vertex. Threads that discover the same
// vertex overwrite each other's status and predecessor, and the last one wins. This needs no atomics and creates no duplicates,
// since the queue is made from the status array.
#pragma once

#include "bfs/cuda/step.cuh"
#include "papers/enterprise/enterprise_search.hpp"

namespace fathom::bfs_engine::enterprise {

/// Loads in flight of a thread that scans a row on its own.
inline constexpr unsigned thread_batch = 4;

__device__ inline std::uint64_t cta_thread_of_grid() { return std::uint64_t{blockIdx.x} * cta_threads + threadIdx.x; }
__device__ inline std::uint64_t cta_threads_in_grid() { return std::uint64_t{gridDim.x} * cta_threads; }
__device__ inline std::uint64_t cta_warp_of_grid() { return std::uint64_t{blockIdx.x} * cta_warps + threadIdx.x / warp_lanes; }
__device__ inline std::uint64_t cta_warps_in_grid() { return std::uint64_t{gridDim.x} * cta_warps; }

template <class Offset>
__device__ void discover(const traversal<Offset>& t, std::uint32_t v, std::uint32_t predecessor) {
  t.status[v] = t.next;
  if (t.distances) t.distances[v] = t.next_level;
  if (t.predecessors) t.predecessors[v] = predecessor;
}

/// Expands the row of u with `size` threads, of which the caller is number `rank`. Past the end of the row the last neighbor is
/// inspected again, which changes nothing.
template <unsigned Batch, class Offset>
__device__ void expand(const traversal<Offset>& t, std::uint32_t u, unsigned rank, unsigned size) {
  const Offset first = t.out.offsets[u], last = t.out.offsets[u + 1];
  for (Offset e = first + rank; e < last; e += size * Batch) {
    std::uint32_t v[Batch];
    std::uint8_t seen[Batch];
    for (unsigned k = 0; k < Batch; ++k) {
      const Offset at = e + k * size;
      v[k] = t.out.targets[at < last ? at : last - 1];
    }
    for (unsigned k = 0; k < Batch; ++k) seen[k] = t.status[v[k]];
    for (unsigned k = 0; k < Batch; ++k) {
      if (seen[k] == unvisited) discover(t, v[k], u);
    }
  }
}

/// Expands the vertices of one queue.
template <class Offset, granularity Each>
__global__ void __launch_bounds__(cta_threads)
    top_down_kernel(const __grid_constant__ traversal<Offset> t, const std::uint32_t* queue, std::uint32_t size) {
  if constexpr (Each == of_thread) {
    for (std::uint64_t i = cta_thread_of_grid(); i < size; i += cta_threads_in_grid()) expand<thread_batch>(t, queue[i], 0, 1);
  } else if constexpr (Each == of_warp) {
    for (std::uint64_t i = cta_warp_of_grid(); i < size; i += cta_warps_in_grid()) expand<1>(t, queue[i], lane(), warp_lanes);
  } else if constexpr (Each == of_cta) {
    for (std::uint64_t i = blockIdx.x; i < size; i += gridDim.x) expand<1>(t, queue[i], threadIdx.x, cta_threads);
  } else {
    const unsigned rank = static_cast<unsigned>(cta_thread_of_grid()), threads = static_cast<unsigned>(cta_threads_in_grid());
    for (std::uint32_t i = 0; i < size; ++i) expand<1>(t, queue[i], rank, threads);
  }
}

/// Baseline: one CTA per vertex of the status array, of which few are in the frontier.
template <class Offset>
__global__ void __launch_bounds__(cta_threads) top_down_array_kernel(const __grid_constant__ traversal<Offset> t) {
  for (std::uint64_t u = blockIdx.x; u < t.num_vertices; u += gridDim.x) {
    if (t.status[u] == t.here) expand<1>(t, static_cast<std::uint32_t>(u), threadIdx.x, cta_threads);
  }
}

}  // namespace fathom::bfs_engine::enterprise
