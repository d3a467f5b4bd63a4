// Personalized PageRank of a batch of seeds: each row of contributions has one column per seed, and one lane per column. The order
// of summation depends only on the graph and the device.
#pragma once

#include "gpu/kernel.cuh"
#include "gpu/warp.hpp"
#include "pagerank/cuda/plan.hpp"

namespace fathom::pagerank_engine {

inline constexpr unsigned batch_columns = cuda::warp_lanes;
inline constexpr unsigned batch_threads = 256, batch_warps = batch_threads / cuda::warp_lanes;

/// Sums of one column over all vertices, or over those of one thread block.
struct column_sums {
  double change, dangling, rank;
};

template <class Share>
struct batch_job {
  device_rows rows;  ///< without distributions
  row_parts cut;
  double* piece_sums = nullptr;   ///< (pieces, batch_columns)
  const Share* before = nullptr;  ///< (n, batch_columns) contributions; those of dangling vertices are their scores
  Share* after = nullptr;
  const vertex_id* seeds = nullptr;     ///< per column; no_vertex in columns without a seed
  const column_sums* totals = nullptr;  ///< per column, after the last iteration
  column_sums* sums = nullptr;          ///< (thread blocks, batch_columns)
  double damping = 0;
};

template <class Share, bool Weighted>
class batch_iteration {
 public:
  __device__ explicit batch_iteration(const batch_job<Share>& job)
      : j_(job), seed_(job.seeds[cuda::lane()]), jump_((1 - job.damping) + job.damping * job.totals[cuda::lane()].dangling) {}

  __device__ void gather_parts(unsigned warp, unsigned warps) {
    for (unsigned i = warp; i < j_.cut.num_pieces; i += warps) {
      const row_piece p = j_.cut.pieces[i];
      j_.piece_sums[std::size_t{i} * batch_columns + cuda::lane()] = gather(p.first, p.first + p.size);
    }
    for (unsigned part = warp; part < j_.cut.num_parts; part += warps) {
      for (vertex_id v = j_.cut.parts[part]; v < j_.cut.parts[part + 1]; ++v) {
        const edge_offset first = j_.rows.offsets[v], last = j_.rows.offsets[v + 1];
        if (last - first <= j_.cut.piece_edges) write(v, gather(first, last), last - first);
      }
    }
  }

  __device__ void write_long_rows(unsigned warp, unsigned warps) {
    for (unsigned i = warp; i < j_.cut.num_long; i += warps) {
      const long_row row = j_.cut.long_rows[i];
      double sum = 0;
      for (unsigned p = 0; p < row.pieces; ++p)
        sum += j_.piece_sums[std::size_t{row.first_piece + p} * batch_columns + cuda::lane()];
      write(row.v, sum, j_.rows.offsets[row.v + 1] - j_.rows.offsets[row.v]);
    }
  }

  [[nodiscard]] __device__ column_sums sums() const { return sums_; }

 private:
  /// Sum of this lane's column over the edges [first, last), which are the same for all lanes.
  __device__ double gather(edge_offset first, edge_offset last) const {
    constexpr unsigned together = 8;
    double sum = 0;
    for (edge_offset begin = first; begin < last; begin += cuda::warp_lanes) {
      const edge_offset e = begin + cuda::lane();
      const vertex_id source = e < last ? __ldcs(&j_.rows.sources[e]) : 0;
      const float weight = Weighted && e < last ? __ldcs(&j_.rows.weights[e]) : 0.0f;
      const auto count = static_cast<unsigned>(min(last - begin, edge_offset{cuda::warp_lanes}));
      for (unsigned k = 0; k < count; k += together) {
        Share share[together];
#pragma unroll
        for (unsigned i = 0; i < together; ++i) {
          const vertex_id from = __shfl_sync(cuda::all_lanes, source, static_cast<int>(k + i));
          share[i] = k + i < count ? j_.before[std::size_t{from} * batch_columns + cuda::lane()] : Share(0);
        }
#pragma unroll
        for (unsigned i = 0; i < together; ++i) {
          const double factor = Weighted ? __shfl_sync(cuda::all_lanes, weight, static_cast<int>(k + i)) : 1.0f;
          sum += factor * static_cast<double>(share[i]);
        }
      }
    }
    return sum;
  }

  __device__ void write(vertex_id v, double gathered, edge_offset degree) {
    const double strength = j_.rows.strength ? j_.rows.strength[v] : static_cast<double>(degree);
    const bool hands_on = strength > 0;
    const std::size_t at = std::size_t{v} * batch_columns + cuda::lane();
    const double rank = j_.damping * gathered + (v == seed_ ? jump_ : 0);
    sums_.change += fabs(rank - static_cast<double>(j_.before[at]) * (hands_on ? strength : 1.0));
    if (!hands_on) sums_.dangling += rank;
    sums_.rank += rank;
    j_.after[at] = static_cast<Share>(hands_on ? rank / strength : rank);
  }

  const batch_job<Share>& j_;
  const vertex_id seed_;
  const double jump_;
  column_sums sums_{};
};

/// Writes this lane's sums over the warps of the thread block to row `row` of the job's sums.
template <class Share>
__device__ void write_block_sums(const batch_job<Share>& job, const column_sums& mine, unsigned row) {
  __shared__ column_sums of_warps[batch_warps][batch_columns];
  of_warps[threadIdx.x / cuda::warp_lanes][cuda::lane()] = mine;
  __syncthreads();
  if (threadIdx.x >= batch_columns) return;
  column_sums all{};
  for (unsigned w = 0; w < batch_warps; ++w) {
    const column_sums& one = of_warps[w][threadIdx.x];
    all.change += one.change, all.dangling += one.dangling, all.rank += one.rank;
  }
  job.sums[std::size_t{row} * batch_columns + threadIdx.x] = all;
}

template <class Share, bool Weighted>
__global__ void __launch_bounds__(batch_threads) batch_gather_kernel(const __grid_constant__ batch_job<Share> job) {
  batch_iteration<Share, Weighted> here(job);
  here.gather_parts(blockIdx.x * batch_warps + threadIdx.x / cuda::warp_lanes, gridDim.x * batch_warps);
  write_block_sums(job, here.sums(), blockIdx.x);
}

/// The sums of its thread blocks come after those of batch_gather_kernel.
template <class Share, bool Weighted>
__global__ void __launch_bounds__(batch_threads) batch_long_rows_kernel(const __grid_constant__ batch_job<Share> job) {
  batch_iteration<Share, Weighted> here(job);
  here.write_long_rows(blockIdx.x * batch_warps + threadIdx.x / cuda::warp_lanes, gridDim.x * batch_warps);
  write_block_sums(job, here.sums(), gridDim.x + blockIdx.x);
}

/// One thread block of total_threads threads: adds up `rows` rows of sums, in a fixed order.
inline constexpr unsigned total_threads = 1024;
__global__ void __launch_bounds__(total_threads) add_columns_kernel(const column_sums* sums, unsigned rows, column_sums* totals) {
  constexpr unsigned warps = total_threads / cuda::warp_lanes;
  __shared__ column_sums of_warps[warps][batch_columns];
  const auto add_rows = [](const column_sums* from, unsigned first, unsigned last, unsigned step) {
    column_sums all{};
    for (unsigned row = first; row < last; row += step) {
      const column_sums one = from[std::size_t{row} * batch_columns + cuda::lane()];
      all.change += one.change, all.dangling += one.dangling, all.rank += one.rank;
    }
    return all;
  };
  const unsigned warp = threadIdx.x / cuda::warp_lanes;
  of_warps[warp][cuda::lane()] = add_rows(sums, warp, rows, warps);
  __syncthreads();
  if (warp == 0) totals[cuda::lane()] = add_rows(of_warps[0], 0, warps, 1);
}

/// Sets the contribution and the totals of each seed, whose score is 1. One thread per column; all else is 0.
template <class Share>
__global__ void __launch_bounds__(batch_columns)
    start_batch_kernel(device_rows g, const vertex_id* seeds, Share* shares, column_sums* totals) {
  const vertex_id v = seeds[threadIdx.x];
  totals[threadIdx.x] = {0, 0, 0};
  if (v == no_vertex) return;
  const double strength = g.strength ? g.strength[v] : static_cast<double>(g.offsets[v + 1] - g.offsets[v]);
  shares[std::size_t{v} * batch_columns + threadIdx.x] = static_cast<Share>(strength > 0 ? 1 / strength : 1.0);
  totals[threadIdx.x] = {0, strength > 0 ? 0.0 : 1.0, 1};
}

template <class From, class To>
__global__ void convert_kernel(const From* from, std::uint64_t size, To* to) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) to[i] = static_cast<To>(from[i]);
}

inline constexpr unsigned writing_threads = 128;  // limited by shared memory
/// Writes column c, scaled to a sum of 1, to row c of `scores`, whose rows have `row_size` entries. A warp turns 32 vertices at a
/// time through shared memory.
template <class Share, class Score>
__global__ void __launch_bounds__(writing_threads)
    write_columns_kernel(device_rows g, const Share* shares, const column_sums* totals, const vertex_id* to_caller,
                         unsigned columns, std::uint64_t row_size, Score* scores) {
  __shared__ double tiles[writing_threads / cuda::warp_lanes][cuda::warp_lanes][batch_columns + 1];
  double(&tile)[cuda::warp_lanes][batch_columns + 1] = tiles[threadIdx.x / cuda::warp_lanes];
  const unsigned lane = cuda::lane();
  const double scale = totals[lane].rank > 0 ? 1 / totals[lane].rank : 1;
  const std::uint64_t warps = cuda::grid_threads() / cuda::warp_lanes;
  for (std::uint64_t first = cuda::grid_thread() / cuda::warp_lanes * cuda::warp_lanes; first < g.n;
       first += warps * cuda::warp_lanes) {
    const auto count = static_cast<unsigned>(min(g.n - first, std::uint64_t{cuda::warp_lanes}));
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t v = first + i;
      const double strength = g.strength ? g.strength[v] : static_cast<double>(g.offsets[v + 1] - g.offsets[v]);
      tile[i][lane] = static_cast<double>(shares[v * batch_columns + lane]) * (strength > 0 ? strength : 1.0) * scale;
    }
    __syncwarp();
    const std::uint64_t target = lane < count ? (to_caller ? to_caller[first + lane] : first + lane) : 0;
    for (unsigned c = 0; c < columns; ++c) {
      if (lane < count) scores[c * row_size + target] = static_cast<Score>(tile[lane][c]);
    }
    __syncwarp();
  }
}

}  // namespace fathom::pagerank_engine
