// Common functions of kernels over bitmaps. A bitmap word is as wide as a warp, so that a ballot is a word.
#pragma once

#include <cstdint>

#include "gpu/kernel.cuh"
#include "gpu/warp.hpp"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

using cuda::all_lanes;
using cuda::grid_thread;
using cuda::grid_threads;
using cuda::lane;
using cuda::warp_lanes;

__device__ inline bool has_bit(const bit_word* words, local_vertex v) {
  return (words[v / bits_a_word] >> (v % bits_a_word) & 1) != 0;
}

/// Adds the sum of all threads' values to `sum`, with one atomic operation per thread block. All threads must call this.
__device__ inline void add_up(std::uint64_t mine, unsigned long long* sum) {
  __shared__ unsigned long long of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  for (unsigned step = warp_lanes / 2; step > 0; step /= 2) mine += __shfl_down_sync(all_lanes, mine, step);
  if (lane() == 0 && mine > 0) atomicAdd(&of_block, static_cast<unsigned long long>(mine));
  __syncthreads();
  if (threadIdx.x == 0 && of_block > 0) atomicAdd(sum, of_block);
  __syncthreads();
}

}  // namespace fathom::ranks_engine
