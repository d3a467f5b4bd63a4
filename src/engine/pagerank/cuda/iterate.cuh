// Iterations in one cooperative kernel: long rows in pieces, a warp each; other rows in parts of equal work, a warp each; then the
// long rows' sums. Sums are made in an order that depends on the graph and the device alone, so that ranks are the same in every
// run.
#pragma once

#include <cooperative_groups.h>

#include "cuda/warp.hpp"
#include "engine/pagerank/cuda/plan.hpp"

namespace fathom::pagerank_engine {

__device__ inline double sum_of_lanes(double x, unsigned lanes) {
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
    x += __shfl_xor_sync(cuda::all_lanes, x, static_cast<int>(distance));
  return x;
}

// Every thread's share of `x` in an order that is always the same; the sum in all threads.
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

template <class Share, bool Weighted, unsigned Threads>
class iteration {
 public:
  __device__ iteration(const iteration_job<Share>& job, const iteration_state& now, int number, Share* hubs)
      : j_(job), g_(job.rows), now_(now), before_(job.shares[number % 2]), after_(job.shares[1 - number % 2]), hubs_(hubs) {}

  /// The sums of the block; the whole grid has to come by.
  __device__ block_sums run() {
    for (vertex_id v = threadIdx.x; v < j_.num_hubs; v += Threads) hubs_[v] = before_[v];
    __syncthreads();
    const unsigned warp = (blockIdx.x * Threads + threadIdx.x) / cuda::warp_lanes, warps = gridDim.x * (Threads / cuda::warp_lanes);
    for (unsigned i = warp; i < j_.cut.num_pieces; i += warps) {
      const row_piece p = j_.cut.pieces[i];
      const double sum = sum_of_lanes(gather(p.first, p.first + p.size, cuda::lane(), cuda::warp_lanes), cuda::warp_lanes);
      if (cuda::lane() == 0) j_.piece_sums[i] = sum;
    }
    for (unsigned part = warp; part < j_.cut.num_parts; part += warps) look_at_part(j_.cut.parts[part], j_.cut.parts[part + 1]);
    if (j_.cut.num_long > 0) {
      cooperative_groups::this_grid().sync();
      write_long_rows();
    }
    return {sum_of_block<Threads>(change_), sum_of_block<Threads>(dangling_)};
  }

 private:
  // Edges that a lane fetches together: many where there are few warps.
  static constexpr unsigned together = Threads == hub_threads ? 8 : 4;

  /// What the edges [first, last) bring, one of `lanes` lanes after another taking an edge; each lane gets its own part of the sum.
  __device__ double gather(edge_offset first, edge_offset last, unsigned lane, unsigned lanes) const {
    double sum = 0;
    for (edge_offset begin = first + lane; begin < last; begin += together * lanes) {
      vertex_id from[together];
      float weight[together];
      Share share[together];
#pragma unroll
      for (unsigned i = 0; i < together; ++i)
        from[i] = begin + i * lanes < last ? __ldcs(&g_.sources[begin + i * lanes]) : no_vertex;
      if constexpr (Weighted) {
#pragma unroll
        for (unsigned i = 0; i < together; ++i) weight[i] = from[i] != no_vertex ? __ldcs(&g_.weights[begin + i * lanes]) : 0.0f;
      }
#pragma unroll
      for (unsigned i = 0; i < together; ++i)
        share[i] = from[i] >= j_.num_hubs && from[i] != no_vertex ? before_[from[i]] : Share(0);
#pragma unroll
      for (unsigned i = 0; i < together; ++i) share[i] = from[i] < j_.num_hubs ? hubs_[from[i]] : share[i];
#pragma unroll
      for (unsigned i = 0; i < together; ++i) {
        if constexpr (Weighted)
          sum += static_cast<double>(share[i]) * weight[i];
        else
          sum += static_cast<double>(share[i]);
      }
    }
    return sum;
  }

  /// 32 rows at a time, so that each array over vertices is read once for all of them; some lanes a row, as many as fetch most rows
  /// at once.
  __device__ void look_at_part(vertex_id first, vertex_id last) {
    if (first == last) return;
    const edge_offset mean = (g_.offsets[last] - g_.offsets[first]) / (last - first);
    unsigned lanes = 1;
    while (lanes < cuda::warp_lanes && lanes * together * 4 < mean * 5) lanes *= 2;
    for (vertex_id base = first; base < last; base += cuda::warp_lanes)
      look_at_rows(base, min(last - base, cuda::warp_lanes), lanes);
  }

  __device__ void look_at_rows(vertex_id first, unsigned rows, unsigned lanes) {
    const unsigned lane = cuda::lane(), together_rows = cuda::warp_lanes / lanes;
    const bool has = lane < rows;
    const edge_offset begin = has ? g_.offsets[first + lane] : 0, end = has ? g_.offsets[first + lane + 1] : 0;
    const bool is_long = end - begin > j_.cut.piece_edges;
    double mine = 0;
    for (unsigned i = 0; i < rows; i += together_rows) {
      const int row = static_cast<int>(i + lane / lanes);
      const edge_offset row_begin = __shfl_sync(cuda::all_lanes, begin, row);
      const edge_offset row_end = __shfl_sync(cuda::all_lanes, is_long ? begin : end, row);
      const double sum = sum_of_lanes(gather(row_begin, row_end, lane % lanes, lanes), lanes);
      const double its = __shfl_sync(cuda::all_lanes, sum, static_cast<int>((lane - i) * lanes));
      if (lane - i < together_rows) mine = its;
    }
    if (has && !is_long) write(first + lane, mine, end - begin);
  }

  __device__ void write_long_rows() {
    const std::size_t threads = std::size_t{gridDim.x} * Threads;
    for (std::size_t i = std::size_t{blockIdx.x} * Threads + threadIdx.x; i < j_.cut.num_long; i += threads) {
      const long_row row = j_.cut.long_rows[i];
      double sum = 0;
      for (unsigned p = 0; p < row.pieces; ++p) sum += __ldcg(&j_.piece_sums[row.first_piece + p]);
      write(row.v, sum, g_.offsets[row.v + 1] - g_.offsets[row.v]);
    }
  }

  __device__ void write(vertex_id v, double gathered, edge_offset degree) {
    const double p = g_.personalization ? g_.personalization[v] : g_.jump, q = g_.dangling ? g_.dangling[v] : g_.drop;
    const double rank = now_.a * p + now_.b * q + j_.rules.damping * gathered;
    const double strength = g_.strength ? g_.strength[v] : static_cast<double>(degree);
    const bool hands_on = strength > 0;
    change_ += fabs(rank - static_cast<double>(before_[v]) * (hands_on ? strength : 1.0));
    if (!hands_on) dangling_ += rank;
    after_[v] = static_cast<Share>(hands_on ? rank / strength : rank);
  }

  const iteration_job<Share>& j_;
  const device_rows& g_;
  const iteration_state& now_;
  const Share* const before_;
  Share *const after_, *const hubs_;
  double change_ = 0, dangling_ = 0;
};

/// From the sums of all blocks, the same in each of them.
template <unsigned Threads>
__device__ iteration_state after(const iteration_state& now, const iteration_rules& rules, const block_sums* sums) {
  double change = 0, dangling = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += Threads)
    change += __ldcg(&sums[i].change), dangling += __ldcg(&sums[i].dangling);
  change = sum_of_block<Threads>(change), dangling = sum_of_block<Threads>(dangling);
  iteration_state next = now;
  // The vertices apart all dangle. From the second iteration on they change with b alone.
  next.change = change + (now.iterations == 0 ? now.first_change_apart : fabs(now.b - now.b_before) * rules.apart_drop);
  const double apart = now.a * rules.apart_jump + now.b * rules.apart_drop;
  next.b_before = now.b;
  next.b = rules.damping * (dangling + apart);
  ++next.iterations;
  return next;
}

template <class Share, bool Weighted, unsigned Threads>
__global__ void __launch_bounds__(Threads, blocks_together<Share>(Weighted, Threads))
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

/// What the ranks of vertices that nothing goes out of add up to: a part in each block's sums.
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
