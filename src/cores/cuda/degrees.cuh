// Degrees in which self-loops do not count.
#pragma once

#include "cores/cuda/job.hpp"
#include "gpu/kernel.cuh"

namespace fathom::cores_engine {

/// Sets every vertex's degree to the number of its edges in all directions.
__global__ void __launch_bounds__(cuda::wide_block) degrees_kernel(const __grid_constant__ peel_job job) {
  for (std::uint64_t v = cuda::grid_thread(); v < job.n; v += cuda::grid_threads()) {
    edge_offset degree = 0;
    for (unsigned d = 0; d < job.directions; ++d) degree += job.rows[d].offsets[v + 1] - job.rows[d].offsets[v];
    job.degree[v] = static_cast<vertex_id>(degree);
  }
}

inline constexpr unsigned run_edges = 64;  // consecutive edges per thread, whose rows are searched for once

/// Subtracts the self-loops of one direction.
__global__ void __launch_bounds__(cuda::wide_block) self_loops_kernel(adjacency_view rows, vertex_id n, vertex_id* degree) {
  const edge_offset edges = rows.offsets[n];
  for (edge_offset first = cuda::grid_thread() * run_edges; first < edges; first += cuda::grid_threads() * run_edges) {
    std::uint64_t v = cuda::row_of(rows.offsets, n, 0, first);
    const edge_offset last = min(first + run_edges, edges);
    for (edge_offset e = first; e < last; ++e) {
      v = cuda::row_of(rows.offsets, n, v, e);
      if (rows.targets[e] == v) atomicSub(&degree[v], 1u);
    }
  }
}

}  // namespace fathom::cores_engine
