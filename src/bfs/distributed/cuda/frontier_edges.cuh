// Edge-balanced traversal of a frontier: its edges are spread over all lanes of a grid, whatever the row lengths.
#pragma once

#include <cstdint>

#include "gpu/algorithms.hpp"
#include "gpu/block.cuh"
#include "gpu/rows.cuh"
#include "graph/partition/cuda/row_ends.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Row length of each frontier vertex in this block, and a final 0, so that the exclusive sums end with the total.
static __global__ void count_row_edges(row_ends rows, const local_vertex* frontier, std::uint64_t size, std::uint64_t* edges) {
  for (std::uint64_t i = cuda::grid_thread(); i <= size; i += cuda::grid_threads()) {
    edges[i] = i < size ? rows.last[frontier[i]] - rows.first[frontier[i]] : 0;
  }
}

/// Both steps for a few rows, by one thread block of `few_rows` threads.
inline constexpr unsigned few_rows = 1024, most_few_rows = 4 * few_rows;
__device__ inline void sum_few_rows(const row_ends& rows, const local_vertex* frontier, unsigned size, std::uint64_t* starts) {
  std::uint64_t before = 0;
  for (unsigned base = 0; base <= size; base += few_rows) {
    const unsigned i = base + threadIdx.x;
    const std::uint64_t edges = i < size ? rows.last[frontier[i]] - rows.first[frontier[i]] : 0;
    std::uint64_t all = 0;
    const std::uint64_t start = before + cuda::block_exclusive_sum<few_rows>(edges, all);
    if (i <= size) starts[i] = start;
    before += all;
  }
}
static __global__ void __launch_bounds__(few_rows)
    sum_few_row_edges(row_ends rows, const local_vertex* frontier, unsigned size, std::uint64_t* starts) {
  sum_few_rows(rows, frontier, size, starts);
}

/// Writes to `starts` the exclusive prefix sum of the row lengths, then the total.
inline void sum_row_edges(const row_ends& rows, const local_vertex* frontier, std::uint64_t size, std::uint64_t* starts,
                          unsigned blocks, const cuda::stream& s) {
  if (size <= most_few_rows) {
    sum_few_row_edges<<<1, few_rows, 0, s.get()>>>(rows, frontier, static_cast<unsigned>(size), starts);
    return cuda::check_launch("counting edges");
  }
  count_row_edges<<<blocks, cuda::wide_block, 0, s.get()>>>(rows, frontier, size, starts);
  cuda::check_launch("counting edges");
  cuda::exclusive_sum(starts, starts, size + 1, s);
}

/// Calls visit(u, e) for each edge of the frontier.
template <class Visit>
__device__ void for_each_row_edge(const row_ends& rows, const local_vertex* frontier, std::uint64_t size,
                                  const std::uint64_t* starts, const Visit& visit) {
  cuda::grid_for_each_edge<256>(
      starts, size, [&](std::uint64_t i, std::uint64_t e) { visit(frontier[i], rows.first[frontier[i]] + (e - starts[i])); });
}

}  // namespace fathom::ranks_engine
