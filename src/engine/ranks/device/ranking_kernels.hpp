// The steps of power iterations on a rank's device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "engine/pagerank/cuda/plan.hpp"
#include "engine/ranks/rank_pagerank.hpp"

namespace fathom::ranks_engine {

/// The vertices of high degree, which most edges come from, stand before all others: first those that come first on their ranks,
/// one of each rank in turn. What is `size` numbers behind is the column ids, hubs included.
struct hub_order {
  std::uint32_t each = 0;  ///< of each rank of the column
  std::uint32_t rows = 1;  ///< of the grid
  std::uint64_t stride = 0;

  [[nodiscard]] __host__ __device__ std::uint32_t size() const { return each * rows; }
};

/// Column ids become numbers in that order.
void number_hubs(const cuda::buffer<local_vertex>& ends, hub_order hubs, const cuda::stream& s);

/// What all vertices of the column hand on, hubs first. Share: float or double.
template <class Share>
void copy_hubs(Share* shares, hub_order hubs, const cuda::stream& s);

template <class Share>
struct gather_job {
  pagerank_engine::row_sources rows;
  row_parts cut;
  double* piece_sums = nullptr;
  const Share* shares = nullptr;
  vertex_id num_hubs = 0;  ///< shares that each block keeps with it
  double* sums = nullptr;  ///< by row
};

/// Of the current device, which has so many multiprocessors.
template <class Share>
void gather_rows(const gather_job<Share>& job, int multiprocessors, const cuda::stream& s);

/// Arrays are of the rank's own vertices: in the order of local ids, isolated ones behind them.
template <class Share>
struct update_job {
  std::uint64_t size = 0, own = 0;  ///< vertices, those with local ids
  const double* handed = nullptr;   ///< to local ids, by `peers` ranks, whose sums are `stride` apart
  std::uint64_t peers = 1, stride = 0;
  const double *out = nullptr, *jump = nullptr, *drop = nullptr;
  double uniform = 0, damping = 0, jumps = 0, drops = 0;
  double* ranks = nullptr;
  Share* shares = nullptr;
};

/// What vertices hand on, of their ranks as they are.
template <class Share>
void share_out(const update_job<Share>& job, const cuda::stream& s);

/// sums[b]: of block b's vertices.
template <class Share>
void update_ranks(const update_job<Share>& job, const cuda::buffer<rank_sums>& sums, const cuda::stream& s);

}  // namespace fathom::ranks_engine
