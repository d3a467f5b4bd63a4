// Thread block primitives: reductions and prefix sums over a one-dimensional thread block of `Threads` threads, a multiple of 32.
// All threads of the thread block must call them. They use one entry of shared memory per warp and two barriers, the first of which
// makes repeated calls safe.
#pragma once

#include "gpu/warp.cuh"

namespace fathom::cuda {

/// Combines one value per warp, which all its lanes hold, in the order of the warps. Returns the result to all threads. A barrier
/// must separate repeated calls.
template <unsigned Threads, class T, class Combine>
__device__ __forceinline__ T block_combine(T of_warp, Combine combine) {
  constexpr unsigned warps = Threads / warp_lanes;
  __shared__ T of_warps[warps];
  if (lane() == 0) of_warps[threadIdx.x / warp_lanes] = of_warp;
  __syncthreads();
  T all = of_warps[0];
#pragma unroll
  for (unsigned w = 1; w < warps; ++w) all = combine(all, of_warps[w]);
  return all;
}

/// Sum over the thread block, returned to all threads. Each warp adds the sums of integers of all warps by warp_sum().
template <unsigned Threads, class T>
__device__ __forceinline__ T block_sum(T mine) {
  __syncthreads();
  if constexpr (has_reductions && std::integral<T>) {
    constexpr unsigned warps = Threads / warp_lanes;
    __shared__ T of_warps[warps];
    const T of_warp = warp_sum(mine);
    if (lane() == 0) of_warps[threadIdx.x / warp_lanes] = of_warp;
    __syncthreads();
    return warp_sum(lane() < warps ? of_warps[lane()] : T{0});
  } else {
    return block_combine<Threads>(warp_sum(mine), [](T a, T b) { return a + b; });
  }
}

/// Minimum over the thread block, returned to all threads.
template <unsigned Threads, class T>
__device__ __forceinline__ T block_min(T mine) {
  __syncthreads();
  return block_combine<Threads>(warp_min(mine), [](T a, T b) { return min(a, b); });
}

/// Maximum over the thread block, returned to all threads.
template <unsigned Threads, class T>
__device__ __forceinline__ T block_max(T mine) {
  __syncthreads();
  return block_combine<Threads>(warp_max(mine), [](T a, T b) { return max(a, b); });
}

/// Adds the sum over the thread block to *sum with one atomic, or none if it is 0.
template <unsigned Threads, class Sum, class T>
__device__ __forceinline__ void block_add(Sum* sum, T mine) {
  const T all = block_sum<Threads>(mine);
  if (threadIdx.x == 0 && all != 0) atomicAdd(sum, static_cast<Sum>(all));
}

/// Exclusive prefix sum over the threads; `total` becomes the sum over the thread block.
template <unsigned Threads, class T>
__device__ __forceinline__ T block_exclusive_sum(T mine, T& total) {
  constexpr unsigned warps = Threads / warp_lanes;
  __shared__ T of_warps[warps];
  __syncthreads();
  const T up_to = warp_inclusive_sum(mine);
  if (lane() == warp_lanes - 1) of_warps[threadIdx.x / warp_lanes] = up_to;
  __syncthreads();
  if constexpr (has_reductions && std::integral<T>) {
    const T of_warp = lane() < warps ? of_warps[lane()] : T{0};  // of the warp with this lane's number
    total = warp_sum(of_warp);
    return warp_sum(lane() < threadIdx.x / warp_lanes ? of_warp : T{0}) + up_to - mine;
  } else {
    T before = 0;
    total = 0;
#pragma unroll
    for (unsigned w = 0; w < warps; ++w) {
      before = w == threadIdx.x / warp_lanes ? total : before;
      total += of_warps[w];
    }
    return before + up_to - mine;
  }
}
template <unsigned Threads, class T>
__device__ __forceinline__ T block_exclusive_sum(T mine) {
  T total;
  return block_exclusive_sum<Threads>(mine, total);
}

}  // namespace fathom::cuda
