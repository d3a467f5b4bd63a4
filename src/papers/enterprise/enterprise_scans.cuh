// Sums and prefix sums over a CTA. All of its threads must call them.
#pragma once

#include "bfs/cuda/step.cuh"
#include "gpu/block.cuh"
#include "papers/enterprise/enterprise_search.hpp"

namespace fathom::bfs_engine::enterprise {

__device__ inline uint4 operator+(uint4 a, uint4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
__device__ inline uint4 operator-(uint4 a, uint4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }

/// A one in the component of this queue.
__device__ inline uint4 one_in(unsigned queue) { return {queue == 0, queue == 1, queue == 2, queue == 3}; }
__device__ inline unsigned part(uint4 all, unsigned queue) {
  return queue == 0 ? all.x : queue == 1 ? all.y : queue == 2 ? all.z : all.w;
}
__device__ inline unsigned total(uint4 all) { return all.x + all.y + all.z + all.w; }

__device__ inline uint4 shuffle_up(uint4 value, unsigned step) {
  return {__shfl_up_sync(all_lanes, value.x, step), __shfl_up_sync(all_lanes, value.y, step),
          __shfl_up_sync(all_lanes, value.z, step), __shfl_up_sync(all_lanes, value.w, step)};
}

/// Exclusive prefix sum over the threads; `all` becomes the total.
__device__ inline uint4 cta_prefix(uint4 value, uint4& all) {
  __shared__ uint4 warps[cta_warps];
  uint4 inclusive = value;
  for (unsigned step = 1; step < warp_lanes; step *= 2) {
    const uint4 before = shuffle_up(inclusive, step);
    if (lane() >= step) inclusive = inclusive + before;
  }
  __syncthreads();  // threads may still read the results of an earlier call
  if (lane() == warp_lanes - 1) warps[threadIdx.x / warp_lanes] = inclusive;
  __syncthreads();
  uint4 start{};
  all = {};
  for (unsigned w = 0; w < cta_warps; ++w) {
    if (w == threadIdx.x / warp_lanes) start = all;
    all = all + warps[w];
  }
  return start + inclusive - value;
}

/// The sum, returned to every thread.
__device__ inline unsigned long long cta_sum(unsigned long long value) { return cuda::block_sum<cta_threads>(value); }

}  // namespace fathom::bfs_engine::enterprise
