// Initial scores in proportion to degrees, on a CUDA device.
#pragma once

#include "gpu/kernel.cuh"
#include "pagerank/cuda/plan.hpp"
#include "pagerank/cuda/sums.cuh"
#include "pagerank/degree_start.hpp"

namespace fathom::pagerank_engine {

struct start_sums {
  walk_sums walked;
  degree_sums degrees;
};

/// Per thread block: sums over its walks and over its vertices.
__global__ void __launch_bounds__(plain_threads)
    measure_start_kernel(undirected_edges rows, std::uint64_t walks, start_sums* sums) {
  walk_sums walked;
  for (std::uint64_t i = cuda::grid_thread(); i < walks; i += cuda::grid_threads()) walked.add(take_walk(rows, walks, i));
  degree_sums degrees;
  for (std::uint64_t v = cuda::grid_thread(); v < rows.num_vertices; v += cuda::grid_threads()) degrees.add_vertex(rows, v);
  // Counts below 2^53 are exact as doubles.
  const auto count = [](std::uint64_t mine) {
    return static_cast<std::uint64_t>(sum_of_block<plain_threads>(static_cast<double>(mine)));
  };
  walked = {sum_of_block<plain_threads>(walked.begin), sum_of_block<plain_threads>(walked.end),
            sum_of_block<plain_threads>(walked.begin_squared), sum_of_block<plain_threads>(walked.product)};
  degrees = {count(degrees.pairs), count(degrees.vertices), count(degrees.edges)};
  if (threadIdx.x == 0) sums[blockIdx.x] = {walked, degrees};
}

__global__ void write_start_kernel(undirected_edges rows, degree_start start, double* ranks) {
  for (std::uint64_t v = cuda::grid_thread(); v < rows.num_vertices; v += cuda::grid_threads()) ranks[v] = start.of(rows, v);
}

}  // namespace fathom::pagerank_engine
