// Common functions of kernels over bitmaps. A bitmap word is as wide as a warp, so that a ballot is a word.
#pragma once

#include <cstdint>

#include "gpu/block.cuh"
#include "gpu/kernel.cuh"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

using cuda::all_lanes;
using cuda::grid_thread;
using cuda::grid_threads;
using cuda::lane;
using cuda::warp_lanes;

__device__ inline bool has_bit(const bit_word* words, local_vertex v) {
  return (words[v / bits_per_word] >> (v % bits_per_word) & 1) != 0;
}

/// Adds the sum of all threads' values to `sum`, with one atomic operation per thread block of wide_block threads. All threads must
/// call this.
__device__ inline void add_up(std::uint64_t mine, unsigned long long* sum) { cuda::block_add<cuda::wide_block>(sum, mine); }

}  // namespace fathom::ranks_engine
