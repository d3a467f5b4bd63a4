// PageRank iterations over edges grouped by target, in one cooperative kernel. Contributions are added up in shared memory as
// fixed-point numbers, so that sums do not depend on the order of additions and scores are reproducible.
#pragma once

#include <cooperative_groups.h>

#include "graph/layout/cuda/edge_blocks.hpp"
#include "pagerank/cuda/iterate.cuh"
#include "pagerank/cuda/plan.hpp"
#include "pagerank/cuda/sums.cuh"

namespace fathom::pagerank_engine {

/// Thread blocks together fill the shared memory of a multiprocessor.
inline constexpr unsigned scatter_threads = 1024 / splits_per_multiprocessor;
inline constexpr std::size_t scatter_bytes = block_targets * sizeof(unsigned);

/// A contribution of mean size is at least 2^24 units and less than 2^25. All contributions of an iteration add up to at most
/// 2^25 units per edge, so that fewer than one edge in 128 carries into the upper half of a sum.
inline constexpr int mean_bits = 25;

/// One kernel launch, which runs some iterations. Jumps are uniform.
struct scatter_job {
  edge_blocks_view edges;
  vertex_id n = 0;
  const edge_offset* out_offsets = nullptr;
  iteration_rules rules;
  double jump = 0;  ///< p[v] and q[v] of every vertex
  float units = 0;  ///< fixed-point units per 1, a power of two
  float* shares = nullptr;
  unsigned long long* sums = nullptr;         ///< in units; 0 before and after each iteration
  block_sums* parts[2] = {nullptr, nullptr};  ///< one entry per thread block; iterations alternate
  iteration_state* state = nullptr;
  int first = 0, most = 0;  ///< iterations of this launch
};

/// A contribution in units, rounded to an integer so that the expected error is 0: small ones by the source's dither, since equal
/// rounding errors of many equal contributions would add up.
__device__ inline unsigned units_of(float share, float units, unsigned dither) {
  constexpr float exact = 0x1p23f;  // floats from here on are integers
  constexpr unsigned dither_bits = 8;
  const float all = share * units;
  const bool small = all < exact;
  const unsigned whole = __float2uint_rd(small ? all * (1u << dither_bits) : all);
  return small ? (whole + (dither >> (32 - dither_bits))) >> dither_bits : whole;
}

class scatter {
 public:
  /// `low`: shared memory for the lower halves of block_targets sums, all 0.
  __device__ scatter(const scatter_job& job, unsigned* low, unsigned salt) : j_(job), low_(low), salt_(salt) {}

  /// All threads of the thread block must call this.
  __device__ void run() const {
    const unsigned last = j_.edges.splits[blockIdx.x + 1];
    unsigned chunk = j_.edges.splits[blockIdx.x];
    if (chunk == last) return;
    for (unsigned block = block_of(chunk); chunk < last; ++block) {
      const unsigned end = min(last, j_.edges.block_chunks[block + 1]);
      if (end == chunk) continue;
      for (unsigned c = chunk + threadIdx.x / cuda::warp_lanes; c < end; c += scatter_threads / cuda::warp_lanes)
        add_chunk(c, block * block_targets);
      __syncthreads();
      add_to_sums(block * block_targets);
      __syncthreads();
      chunk = end;
    }
  }

 private:
  static constexpr unsigned edges_per_lane = chunk_edges / cuda::warp_lanes;

  /// The block that contains a chunk.
  __device__ unsigned block_of(unsigned chunk) const {
    unsigned low = 0, high = j_.edges.num_blocks - 1;
    while (low < high) {
      const unsigned middle = high - (high - low) / 2;
      if (j_.edges.block_chunks[middle] <= chunk)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  __device__ void add_chunk(unsigned chunk, vertex_id first_target) const {
    const edge_chunk here = j_.edges.chunks[chunk];
    const unsigned first = here.first + cuda::lane(), last = j_.edges.chunks[chunk + 1].first;
    unsigned edge[edges_per_lane], added[edges_per_lane], before[edges_per_lane];
    float share[edges_per_lane];
#pragma unroll
    for (unsigned i = 0; i < edges_per_lane; ++i) {
      const unsigned e = first + i * cuda::warp_lanes;
      edge[i] = e < last ? __ldcs(&j_.edges.edges[e]) : 0;
    }
#pragma unroll
    for (unsigned i = 0; i < edges_per_lane; ++i) share[i] = j_.shares[here.base + (edge[i] >> 16)];
#pragma unroll
    for (unsigned i = 0; i < edges_per_lane; ++i) {
      if (first + i * cuda::warp_lanes >= last) share[i] = 0;
      added[i] = large(share[i]) ? 0 : units_of(share[i], j_.units, (here.base + (edge[i] >> 16) + salt_) * 0x9E3779B1u);
      before[i] = atomicAdd(&low_[edge[i] & 0xFFFF], added[i]);
    }
#pragma unroll
    for (unsigned i = 0; i < edges_per_lane; ++i) {
      const bool carries = before[i] + added[i] < added[i], is_large = large(share[i]);
      if (carries || is_large) {
        const unsigned long long rest = is_large ? __float2ull_rn(share[i] * j_.units) : 0;
        atomicAdd(&j_.sums[first_target + (edge[i] & 0xFFFF)], rest + (carries ? 1ull << 32 : 0));
      }
    }
  }

  /// Whether a contribution exceeds 32 bits, so that it is added to the sum in global memory.
  __device__ bool large(float share) const { return share * j_.units >= 0x1p32f; }

  /// Adds the lower halves to the sums in global memory, and sets them to 0.
  __device__ void add_to_sums(vertex_id first_target) const {
    const unsigned targets = min(block_targets, j_.n - first_target);
    for (unsigned t = threadIdx.x; t < targets; t += scatter_threads) {
      const unsigned low = low_[t];
      if (low == 0) continue;
      low_[t] = 0;
      atomicAdd(&j_.sums[first_target + t], static_cast<unsigned long long>(low));
    }
  }

  const scatter_job& j_;
  unsigned* const low_;
  const unsigned salt_;
};

/// Computes scores and contributions from the sums, and sets those to 0. Returns the sums of the thread block.
__device__ inline block_sums update_scores(const scatter_job& j, const iteration_state& now) {
  const double base = (now.a + now.b) * j.jump, unit = 1 / static_cast<double>(j.units);
  double change = 0, dangling = 0;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * scatter_threads;
  for (std::uint64_t v = std::uint64_t{blockIdx.x} * scatter_threads + threadIdx.x; v < j.n; v += threads) {
    const double gathered = static_cast<double>(__ldcg(&j.sums[v])) * unit;
    j.sums[v] = 0;
    const auto degree = static_cast<double>(j.out_offsets[v + 1] - j.out_offsets[v]);
    const bool hands_on = degree > 0;
    const double rank = base + j.rules.damping * gathered;
    change += fabs(rank - static_cast<double>(j.shares[v]) * (hands_on ? degree : 1.0));
    if (!hands_on) dangling += rank;
    j.shares[v] = static_cast<float>(hands_on ? rank / degree : rank);
  }
  return {sum_of_block<scatter_threads>(change), sum_of_block<scatter_threads>(dangling)};
}

__global__ void __launch_bounds__(scatter_threads, splits_per_multiprocessor)
    scatter_kernel(const __grid_constant__ scatter_job job) {
  extern __shared__ unsigned low_sums[];
  for (unsigned t = threadIdx.x; t < block_targets; t += scatter_threads) low_sums[t] = 0;
  __syncthreads();
  iteration_state now = *job.state;
  for (int i = 0; i < job.most && !job.rules.ended(now); ++i) {
    const int number = job.first + i;
    scatter(job, low_sums, static_cast<unsigned>(number)).run();
    cooperative_groups::this_grid().sync();
    const block_sums sums = update_scores(job, now);
    if (threadIdx.x == 0) job.parts[number % 2][blockIdx.x] = sums;
    cooperative_groups::this_grid().sync();
    now = after<scatter_threads>(now, job.rules, job.parts[number % 2]);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) *job.state = now;
}

}  // namespace fathom::pagerank_engine
