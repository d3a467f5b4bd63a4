// Sums with a fixed order of summation.
#pragma once

#include "gpu/warp.hpp"

namespace fathom::pagerank_engine {

__device__ inline double sum_of_lanes(double x, unsigned lanes) {
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
    x += __shfl_xor_sync(cuda::all_lanes, x, static_cast<int>(distance));
  return x;
}

// Sum of `x` over the thread block, returned to all threads.
template <unsigned Threads>
__device__ double sum_of_block(double x) {
  constexpr unsigned warps = Threads / cuda::warp_lanes;
  __shared__ double of_warps[warps];
  x = sum_of_lanes(x, cuda::warp_lanes);
  __syncthreads();
  if (cuda::lane() == 0) of_warps[threadIdx.x / cuda::warp_lanes] = x;
  __syncthreads();
  return sum_of_lanes(cuda::lane() < warps ? of_warps[cuda::lane()] : 0, cuda::warp_lanes);
}

}  // namespace fathom::pagerank_engine
