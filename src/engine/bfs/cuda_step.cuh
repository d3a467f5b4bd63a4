// The small parts of a step on the device.
#pragma once

#include <cuda/std/cstdint>

#include "engine/bfs/cuda_search.hpp"

namespace fathom::bfs_engine {

__device__ inline unsigned lane() { return threadIdx.x % warp_lanes; }
__device__ inline unsigned warp_of_grid() { return blockIdx.x * block_warps + threadIdx.x / warp_lanes; }
__device__ inline unsigned warps_in_grid() { return gridDim.x * block_warps; }
__device__ inline unsigned thread_of_grid() { return blockIdx.x * block_threads + threadIdx.x; }
__device__ inline unsigned threads_in_grid() { return gridDim.x * block_threads; }

__device__ inline unsigned long long global_nanoseconds() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}

__device__ inline std::uint32_t words_of(std::uint32_t n) { return n / 32 + (n % 32 != 0); }

/// The bits of word w that belong to vertices.
__device__ inline std::uint32_t valid_bits(std::uint32_t w, std::uint32_t n) {
  const std::uint32_t rest = n - w * 32;
  return rest >= 32 ? 0xFFFFFFFFu : (1u << rest) - 1;
}

/// True for the one thread that sets the bit.
__device__ inline bool claim(std::uint32_t* bitmap, std::uint32_t v) {
  const std::uint32_t bit = 1u << (v % 32);
  return !(atomicOr(&bitmap[v / 32], bit) & bit);
}

template <class Offset>
__device__ void record(const cuda_search<Offset>& s, std::uint32_t v, std::uint32_t predecessor, unsigned level) {
  if (s.predecessors) s.predecessors[v] = predecessor;
  if (s.distances) s.distances[v] = static_cast<std::int32_t>(level + 1);
}

template <class Offset>
__device__ bool target_is_found(const cuda_search<Offset>& s, const std::uint32_t* visited) {
  return s.target != no_vertex && (__ldcg(&visited[s.target / 32]) >> (s.target % 32) & 1);
}

template <class Offset>
__device__ void write_record(const cuda_search<Offset>& s, search_progress& p, const level_record& r) {
  if (p.levels_recorded < s.most_records) s.records[p.levels_recorded] = r;
  ++p.levels_recorded;
}

/// What one thread of each block reads for all of its threads: were every warp to read it, one line of the second-level cache would
/// hold up the grid for longer than the barrier does. Every thread calls it.
template <class T>
__device__ T read_once(const T* from) {
  static_assert(sizeof(T) % sizeof(uint4) == 0);
  constexpr unsigned parts = sizeof(T) / sizeof(uint4);
  __shared__ uint4 copy[parts];
  __syncthreads();
  if (threadIdx.x < parts) copy[threadIdx.x] = __ldcg(reinterpret_cast<const uint4*>(from) + threadIdx.x);
  __syncthreads();
  T value;
  memcpy(&value, copy, sizeof value);
  return value;
}

/// Adds up over the block; every thread calls it, the first one gets the sum. `scratch` has one entry a warp.
template <class T>
__device__ T block_sum(T value, T* scratch) {
  for (unsigned step = warp_lanes / 2; step > 0; step /= 2) value += __shfl_down_sync(all_lanes, value, step);
  __syncthreads();
  if (lane() == 0) scratch[threadIdx.x / warp_lanes] = value;
  __syncthreads();
  T sum = 0;
  if (threadIdx.x < warp_lanes) {
    sum = scratch[threadIdx.x];
    for (unsigned step = warp_lanes / 2; step > 0; step /= 2) sum += __shfl_down_sync(all_lanes, sum, step);
  }
  return sum;
}

}  // namespace fathom::bfs_engine
