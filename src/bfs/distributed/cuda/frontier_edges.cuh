// Edge-balanced traversal of a frontier: its edges are spread over all lanes of a grid, whatever the row lengths.
#pragma once

#include <cstdint>

#include "bfs/distributed/cuda/level_progress.hpp"
#include "gpu/block.cuh"
#include "gpu/rows.cuh"
#include "graph/partition/cuda/row_ends.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

[[nodiscard]] __device__ inline std::uint64_t edges_of_row(const row_ends& rows, const local_vertex* frontier, std::uint64_t size,
                                                           std::uint64_t i) {
  return i < size ? rows.last[frontier[i]] - rows.first[frontier[i]] : 0;
}

/// Threads of a thread block that sums up row lengths, and the rows that a single one sums up.
inline constexpr unsigned few_rows = 1024, most_few_rows = 4 * few_rows;

/// Writes the exclusive prefix sum of the row lengths of vertices [first, last), beginning with `before`. The row length of vertex
/// `size` is 0, so that the sums end with the total. By one thread block of `few_rows` threads.
__device__ inline void sum_rows(const row_ends& rows, const local_vertex* frontier, std::uint64_t size, std::uint64_t first,
                                std::uint64_t last, std::uint64_t before, std::uint64_t* starts) {
  for (std::uint64_t base = first; base < last; base += few_rows) {
    const std::uint64_t i = base + threadIdx.x;
    std::uint64_t all = 0;
    const std::uint64_t start = before + cuda::block_exclusive_sum<few_rows>(edges_of_row(rows, frontier, size, i), all);
    if (i < last) starts[i] = start;
    before += all;
  }
}
static __global__ void __launch_bounds__(few_rows)
    sum_few_row_edges(row_ends rows, const local_vertex* frontier, unsigned size, std::uint64_t* starts) {
  sum_rows(rows, frontier, size, 0, std::uint64_t{size} + 1, 0, starts);
}

/// Thread blocks that sum up any number of rows; at most `few_rows`.
inline constexpr unsigned sum_blocks = 256;

/// Size of a frontier that the host knows.
struct known_size {
  std::uint64_t size;
  __device__ std::uint64_t operator()() const { return size; }
};
/// Size of a frontier that only the device knows, so that the launch is the same for all.
struct listed_size {
  const level_progress* progress;
  __device__ std::uint64_t operator()() const { return progress->listed; }
};

/// The part of vertices [0, size] that this thread block sums up.
[[nodiscard]] __device__ inline index_range summed_by_block(std::uint64_t size) {
  const std::uint64_t rounds = size / (std::uint64_t{sum_blocks} * few_rows) + 1, part = rounds * few_rows;
  return {min(blockIdx.x * part, size + 1), min((blockIdx.x + 1) * part, size + 1)};
}

template <class Size>
__global__ void __launch_bounds__(few_rows)
    sum_row_edges_of_blocks(row_ends rows, const local_vertex* frontier, Size of, std::uint64_t* sums) {
  const std::uint64_t size = of();
  const index_range mine = summed_by_block(size);
  std::uint64_t edges = 0;
  for (std::uint64_t i = mine.first + threadIdx.x; i < mine.last; i += few_rows) edges += edges_of_row(rows, frontier, size, i);
  edges = cuda::block_sum<few_rows>(edges);
  if (threadIdx.x == 0) sums[blockIdx.x] = edges;
}

template <class Size>
__global__ void __launch_bounds__(few_rows)
    start_row_edges(row_ends rows, const local_vertex* frontier, Size of, const std::uint64_t* sums, std::uint64_t* starts) {
  const std::uint64_t before = cuda::block_sum<few_rows>(threadIdx.x < blockIdx.x ? sums[threadIdx.x] : std::uint64_t{0});
  const std::uint64_t size = of();
  const index_range mine = summed_by_block(size);
  sum_rows(rows, frontier, size, mine.first, mine.last, before, starts);
}

/// Writes to `starts` the exclusive prefix sum of the row lengths, then the total. `sums` is scratch memory for `sum_blocks`
/// numbers.
template <class Size>
void sum_row_edges(const row_ends& rows, const local_vertex* frontier, Size of, std::uint64_t* starts, std::uint64_t* sums,
                   const cuda::stream& s) {
  sum_row_edges_of_blocks<<<sum_blocks, few_rows, 0, s.get()>>>(rows, frontier, of, sums);
  start_row_edges<<<sum_blocks, few_rows, 0, s.get()>>>(rows, frontier, of, sums, starts);
  cuda::check_launch("counting edges");
}

/// The same for `size` rows.
inline void sum_row_edges(const row_ends& rows, const local_vertex* frontier, std::uint64_t size, std::uint64_t* starts,
                          const cuda::stream& s) {
  if (size > most_few_rows) {
    const cuda::buffer<std::uint64_t> sums(sum_blocks, s);
    return sum_row_edges(rows, frontier, known_size{size}, starts, sums.data(), s);
  }
  sum_few_row_edges<<<1, few_rows, 0, s.get()>>>(rows, frontier, static_cast<unsigned>(size), starts);
  cuda::check_launch("counting edges");
}

/// Calls visit(u, e) for each edge of the frontier.
template <class Visit>
__device__ void for_each_row_edge(const row_ends& rows, const local_vertex* frontier, std::uint64_t size,
                                  const std::uint64_t* starts, const Visit& visit) {
  cuda::grid_for_each_edge<256>(
      starts, size, [&](std::uint64_t i, std::uint64_t e) { visit(frontier[i], rows.first[frontier[i]] + (e - starts[i])); });
}

}  // namespace fathom::ranks_engine
