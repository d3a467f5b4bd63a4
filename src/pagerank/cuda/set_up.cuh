// Conversion of scores to contributions before the first iteration, and back after the last.
#pragma once

#include "gpu/kernel.cuh"
#include "pagerank/cuda/plan.hpp"

namespace fathom::pagerank_engine {

__device__ inline double strength_of(const device_rows& g, std::uint64_t v) {
  return g.strength ? g.strength[v] : static_cast<double>(g.offsets[v + 1] - g.offsets[v]);
}

template <class Share>
__global__ void shares_kernel(device_rows g, const double* ranks, Share* shares) {
  for (std::uint64_t v = cuda::grid_thread(); v < g.n; v += cuda::grid_threads()) {
    const double strength = strength_of(g, v);
    shares[v] = static_cast<Share>(strength > 0 ? ranks[v] / strength : ranks[v]);
  }
}

template <class Share>
__global__ void ranks_kernel(device_rows g, const Share* shares, double* ranks) {
  for (std::uint64_t v = cuda::grid_thread(); v < g.n; v += cuda::grid_threads()) {
    const double strength = strength_of(g, v);
    ranks[v] = static_cast<double>(shares[v]) * (strength > 0 ? strength : 1.0);
  }
}

}  // namespace fathom::pagerank_engine
