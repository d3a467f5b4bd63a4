// Kernels of distributed PageRank on a device. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"
#include "pagerank/cuda/plan.hpp"
#include "pagerank/distributed/engine.hpp"

namespace fathom::ranks_engine {

/// Numbering with hubs, the sources of most edges, before all column ids. Hubs are ordered by their local id, one of each process
/// in turn. Numbers from `size` on are column ids + `size`, hubs included.
struct hub_order {
  std::uint32_t each = 0;  ///< per process of the grid column
  std::uint32_t rows = 1;  ///< of the grid
  std::uint64_t stride = 0;

  [[nodiscard]] __host__ __device__ std::uint32_t size() const { return each * rows; }
};

/// Converts column ids to this numbering.
void number_hubs(const cuda::buffer<local_vertex>& ends, hub_order hubs, const cuda::stream& s);

/// Copies the hubs' contributions to the front of `shares`, which holds those of all vertices of the grid column. Share: float or
/// double.
template <class Share>
void copy_hubs(Share* shares, hub_order hubs, const cuda::stream& s);

template <class Share>
struct gather_job {
  pagerank_engine::row_sources rows;
  row_parts cut;
  double* piece_sums = nullptr;
  const Share* shares = nullptr;
  vertex_id num_hubs = 0;  ///< contributions that each thread block keeps in shared memory
  double* sums = nullptr;  ///< by row
};

/// Runs on the current device, which has `multiprocessors` multiprocessors.
template <class Share>
void gather_rows(const gather_job<Share>& job, int multiprocessors, const cuda::stream& s);

/// Arrays are indexed by own vertex: local ids, then isolated vertices.
template <class Share>
struct update_job {
  std::uint64_t size = 0, own = 0;  ///< all vertices, and those with local ids
  const double* handed = nullptr;   ///< sums for local ids from `peers` processes, `stride` apart
  std::uint64_t peers = 1, stride = 0;
  const double *out = nullptr, *jump = nullptr, *drop = nullptr;
  double uniform = 0, damping = 0, jumps = 0, drops = 0;
  double* ranks = nullptr;
  Share* shares = nullptr;
};

/// Computes contributions from the current scores.
template <class Share>
void share_out(const update_job<Share>& job, const cuda::stream& s);

/// sums[b]: sums over the vertices of thread block b.
template <class Share>
void update_ranks(const update_job<Share>& job, const cuda::buffer<rank_sums>& sums, const cuda::stream& s);

}  // namespace fathom::ranks_engine
