// Start, jump and dangling distributions in the ids of the rows, and scores in the caller's ids.
#pragma once

#include "gpu/kernel.cuh"
#include "pagerank/cuda/plan.hpp"
#include "pagerank/cuda/sums.cuh"

namespace fathom::pagerank_engine {

/// Thread blocks of kernels that add up values over all vertices.
inline constexpr unsigned sum_blocks = 264;

/// n values in device memory in the caller's ids; `uniform` if null.
struct caller_values {
  const double* values = nullptr;
  double uniform = 0;

  [[nodiscard]] __device__ double of(std::uint64_t v) const { return values ? values[v] : uniform; }
};

/// The three distributions. Dangling vertices use `drop`.
struct caller_distributions {
  caller_values start, jump, drop;
};

/// Sums over the isolated vertices, which have no row.
struct apart_sums {
  double start, jump, drop, change;
};

__global__ void take_values_kernel(caller_values from, vertex_id n, const vertex_id* to_caller, double* to) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) to[v] = from.of(to_caller ? to_caller[v] : v);
}

__global__ void mark_rows_kernel(vertex_id n, const vertex_id* to_caller, unsigned char* has_row) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) has_row[to_caller[v]] = 1;
}

/// Per thread block: sums over the vertices without a row, and the change of their scores when they become a p[v] + b q[v].
__global__ void __launch_bounds__(plain_threads)
    apart_kernel(caller_distributions all, vertex_id n, const unsigned char* has_row, double a, double b, apart_sums* sums) {
  apart_sums mine{};
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    if (has_row[v]) continue;
    const double start = all.start.of(v), jump = all.jump.of(v), drop = all.drop.of(v);
    mine.start += start, mine.jump += jump, mine.drop += drop;
    mine.change += fabs(a * jump + b * drop - start);
  }
  mine = {sum_of_block<plain_threads>(mine.start), sum_of_block<plain_threads>(mine.jump), sum_of_block<plain_threads>(mine.drop),
          sum_of_block<plain_threads>(mine.change)};
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

/// Sum of the scores per thread block.
__global__ void __launch_bounds__(plain_threads) total_kernel(vertex_id n, const double* ranks, double* sums) {
  double mine = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) mine += ranks[v];
  mine = sum_of_block<plain_threads>(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

/// Scores of the caller's vertices, whose sum is 1.
struct final_scores {
  caller_distributions all;
  double s = 0, a = 0, b = 0;    ///< the score of an isolated vertex is s start[v] + a jump[v] + b drop[v]
  double apart = 0;              ///< their sum
  const double* sums = nullptr;  ///< of the other scores, sum_blocks entries

  /// All threads of a thread block of plain_threads must call this.
  [[nodiscard]] __device__ double scale() const {
    double total = 0;
    for (unsigned i = threadIdx.x; i < sum_blocks; i += plain_threads) total += sums[i];
    total = sum_of_block<plain_threads>(total) + apart;
    return total > 0 ? 1 / total : 1;
  }
};

/// Writes the scores that isolated vertices have to all vertices.
template <class Score>
__global__ void __launch_bounds__(plain_threads) write_apart_kernel(final_scores f, vertex_id n, Score* scores) {
  const double scale = f.scale();
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    scores[v] = static_cast<Score>(scale * (f.s * f.all.start.of(v) + f.a * f.all.jump.of(v) + f.b * f.all.drop.of(v)));
  }
}

template <class Score>
__global__ void __launch_bounds__(plain_threads)
    write_scores_kernel(final_scores f, vertex_id n, const double* ranks, const vertex_id* to_caller, Score* scores) {
  const double scale = f.scale();
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    scores[to_caller ? to_caller[v] : v] = static_cast<Score>(scale * ranks[v]);
  }
}

}  // namespace fathom::pagerank_engine
