// PageRank iterations in one cooperative kernel. The order of summation depends only on the graph and the device, so that scores
// are reproducible.
#pragma once

#include <cooperative_groups.h>

#include "pagerank/cuda/gather_rows.cuh"

namespace fathom::pagerank_engine {

template <class Share, bool Weighted, unsigned Threads>
class iteration {
 public:
  __device__ iteration(const iteration_job<Share>& job, const iteration_state& now, int number, Share* hubs)
      : j_(job),
        g_(job.rows),
        now_(now),
        jumps_(now.a * job.rows.jump + now.b * job.rows.drop),
        before_(job.shares[number % 2]),
        after_(job.shares[1 - number % 2]),
        hubs_(hubs) {}

  /// Returns the sums of the thread block. All thread blocks must call this.
  __device__ block_sums run() {
    const auto writes = [this](vertex_id v, double gathered, edge_offset degree) { write(v, gathered, degree); };
    const row_gatherer<Share, Weighted, Threads, decltype(writes)> gatherer(g_, j_.cut, j_.piece_sums, before_, j_.num_hubs, hubs_,
                                                                            writes);
    gatherer.run();
    if (j_.cut.num_long > 0) {
      cooperative_groups::this_grid().sync();
      gatherer.write_long_rows();
    }
    return {sum_of_block<Threads>(change_), sum_of_block<Threads>(dangling_)};
  }

 private:
  __device__ void write(vertex_id v, double gathered, edge_offset degree) {
    const double rank = jumps_to(v) + j_.rules.damping * gathered;
    const double strength = g_.strength ? g_.strength[v] : static_cast<double>(degree);
    const bool hands_on = strength > 0;
    change_ += fabs(rank - static_cast<double>(before_[v]) * (hands_on ? strength : 1.0));
    if (!hands_on) dangling_ += rank;
    after_[v] = hands_on ? share_of(rank, strength) : static_cast<Share>(rank);
  }

  __device__ double jumps_to(vertex_id v) const {
    if (!g_.personalization && !g_.dangling) return jumps_;
    const double p = g_.personalization ? g_.personalization[v] : g_.jump, q = g_.dangling ? g_.dangling[v] : g_.drop;
    return now_.a * p + now_.b * q;
  }

  // The reciprocal of a degree in single precision and one step of Newton's method take fewer instructions than a division, and are
  // more precise than the contribution. Sums of weights may lie beyond the range of single precision.
  __device__ static Share share_of(double rank, double strength) {
    if constexpr (Weighted || sizeof(Share) == sizeof(double)) return static_cast<Share>(rank / strength);
    const double reciprocal = __frcp_rn(static_cast<float>(strength));
    return static_cast<Share>(rank * (reciprocal * (2 - strength * reciprocal)));
  }

  const iteration_job<Share>& j_;
  const device_rows& g_;
  const iteration_state& now_;
  const double jumps_;  ///< of every vertex, if there are no distributions
  const Share* const before_;
  Share *const after_, *const hubs_;
  double change_ = 0, dangling_ = 0;
};

/// The next state from the sums of all thread blocks; the same result in each.
template <unsigned Threads>
__device__ iteration_state after(const iteration_state& now, const iteration_rules& rules, const block_sums* sums) {
  double change = 0, dangling = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += Threads)
    change += __ldcg(&sums[i].change), dangling += __ldcg(&sums[i].dangling);
  change = sum_of_block<Threads>(change), dangling = sum_of_block<Threads>(dangling);
  iteration_state next = now;
  // All isolated vertices outside the layout are dangling. From the second iteration on their scores change only with b.
  next.change = change + (now.iterations == 0 ? now.first_change_apart : fabs(now.b - now.b_before) * rules.apart_drop);
  const double apart = now.a * rules.apart_jump + now.b * rules.apart_drop;
  next.b_before = now.b;
  next.b = rules.damping * (dangling + apart);
  ++next.iterations;
  return next;
}

template <class Share, bool Weighted, unsigned Threads>
__global__ void __launch_bounds__(Threads, blocks_together(Threads))
    iterate_kernel(const __grid_constant__ iteration_job<Share> job) {
  extern __shared__ double hub_memory[];
  iteration_state now = *job.state;
  for (int i = 0; i < job.most && !job.rules.ended(now); ++i) {
    const int number = job.first + i;
    iteration<Share, Weighted, Threads> here(job, now, number, reinterpret_cast<Share*>(hub_memory));
    const block_sums sums = here.run();
    if (threadIdx.x == 0) job.sums[number % 2][blockIdx.x] = sums;
    cooperative_groups::this_grid().sync();
    now = after<Threads>(now, job.rules, job.sums[number % 2]);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) *job.state = now;
}

/// Sum of the scores of dangling vertices, as partial sums per thread block.
__global__ void __launch_bounds__(plain_threads) dangling_kernel(device_rows g, const double* ranks, block_sums* sums) {
  double dangling = 0;
  const std::size_t threads = std::size_t{gridDim.x} * plain_threads;
  for (std::size_t v = std::size_t{blockIdx.x} * plain_threads + threadIdx.x; v < g.n; v += threads) {
    const double strength = g.strength ? g.strength[v] : static_cast<double>(g.offsets[v + 1] - g.offsets[v]);
    if (!(strength > 0)) dangling += ranks[v];
  }
  dangling = sum_of_block<plain_threads>(dangling);
  if (threadIdx.x == 0) sums[blockIdx.x] = {0, dangling};
}

}  // namespace fathom::pagerank_engine
