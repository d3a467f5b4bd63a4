// Gather over adjacency rows of in-edges: long rows in pieces, one warp each; other rows in parts of equal work, one warp each;
// then the sums of long rows. The order of summation depends only on the graph and the device.
#pragma once

#include "pagerank/cuda/plan.hpp"
#include "pagerank/cuda/sums.cuh"

namespace fathom::pagerank_engine {

/// `write(row, sum, edges)` is called by one thread for each row.
template <class Share, bool Weighted, unsigned Threads, class Write>
class row_gatherer {
 public:
  /// `hubs`: shared memory for num_hubs contributions.
  __device__ row_gatherer(const row_sources& rows, const row_parts& cut, double* piece_sums, const Share* shares,
                          vertex_id num_hubs, Share* hubs, const Write& write)
      : g_(rows), cut_(cut), piece_sums_(piece_sums), shares_(shares), num_hubs_(num_hubs), hubs_(hubs), write_(write) {}

  /// All thread blocks must call this, then, after a grid barrier, write_long_rows().
  __device__ void run() const {
    for (vertex_id v = threadIdx.x; v < num_hubs_; v += Threads) hubs_[v] = shares_[v];
    __syncthreads();
    const unsigned warp = (blockIdx.x * Threads + threadIdx.x) / cuda::warp_lanes, warps = gridDim.x * (Threads / cuda::warp_lanes);
    for (unsigned i = warp; i < cut_.num_pieces; i += warps) {
      const row_piece p = cut_.pieces[i];
      const double sum = sum_of_lanes(gather(p.first, p.first + p.size, cuda::lane(), cuda::warp_lanes), cuda::warp_lanes);
      if (cuda::lane() == 0) piece_sums_[i] = sum;
    }
    for (unsigned part = warp; part < cut_.num_parts; part += warps) gather_part(cut_.parts[part], cut_.parts[part + 1]);
  }

  __device__ void write_long_rows() const {
    const std::size_t threads = std::size_t{gridDim.x} * Threads;
    for (std::size_t i = std::size_t{blockIdx.x} * Threads + threadIdx.x; i < cut_.num_long; i += threads) {
      const long_row row = cut_.long_rows[i];
      double sum = 0;
      for (unsigned p = 0; p < row.pieces; ++p) sum += __ldcg(&piece_sums_[row.first_piece + p]);
      write_(row.v, sum, g_.offsets[row.v + 1] - g_.offsets[row.v]);
    }
  }

 private:
  // Edges that a lane fetches at once: more if there are few warps.
  static constexpr unsigned together = Threads == hub_threads ? 8 : 4;
  static constexpr bool keeps_hubs = Threads == hub_threads;

  /// Partial sums over the edges [first, last), which are interleaved over `lanes` lanes; each lane gets its own part.
  __device__ double gather(edge_offset first, edge_offset last, unsigned lane, unsigned lanes) const {
    double sum = 0;
    for (edge_offset begin = first + lane; begin < last; begin += together * lanes) {
      vertex_id from[together];
      float weight[together];
#pragma unroll
      for (unsigned i = 0; i < together; ++i) fetch(begin + i * lanes, begin + i * lanes < last, from[i], weight[i]);
      sum = add(sum, from, weight);
    }
    return sum;
  }

  /// The sum over a row of at most `together` edges, by one lane.
  __device__ double gather_short(edge_offset first, unsigned edges) const {
    vertex_id from[together];
    float weight[together];
#pragma unroll
    for (unsigned i = 0; i < together; ++i) fetch(first + i, i < edges, from[i], weight[i]);
    return add(0, from, weight);
  }

  __device__ void fetch(edge_offset e, bool there, vertex_id& from, float& weight) const {
    from = there ? __ldcs(&g_.sources[e]) : no_vertex;
    if constexpr (Weighted) weight = there ? __ldcs(&g_.weights[e]) : 0.0f;
  }

  /// Adds the contributions of the fetched sources, of which those without an edge are no_vertex.
  __device__ double add(double sum, const vertex_id (&from)[together], const float (&weight)[together]) const {
    Share share[together];
#pragma unroll
    for (unsigned i = 0; i < together; ++i) {
      const bool is_hub = keeps_hubs && from[i] < num_hubs_;
      share[i] = !is_hub && from[i] != no_vertex ? shares_[from[i]] : Share(0);
    }
    if constexpr (keeps_hubs) {
#pragma unroll
      for (unsigned i = 0; i < together; ++i) share[i] = from[i] < num_hubs_ ? hubs_[from[i]] : share[i];
    }
#pragma unroll
    for (unsigned i = 0; i < together; ++i) {
      if constexpr (Weighted)
        sum += static_cast<double>(share[i]) * weight[i];
      else
        sum += static_cast<double>(share[i]);
    }
    return sum;
  }

  /// Processes 32 rows at a time, so that each array over rows is read once for all of them, with a number of lanes per row that
  /// can fetch most rows at once.
  __device__ void gather_part(vertex_id first, vertex_id last) const {
    if (first == last) return;
    const edge_offset mean = (g_.offsets[last] - g_.offsets[first]) / (last - first);
    unsigned lanes = 1;
    while (lanes < cuda::warp_lanes && lanes * together * 4 < mean * 5) lanes *= 2;
    row_ends next = ends_of(first + cuda::lane(), last);
    for (vertex_id base = first; base < last; base += cuda::warp_lanes) {
      const row_ends now = next;
      next = ends_of(base + cuda::warp_lanes + cuda::lane(), last);  // fetched while these rows are gathered
      gather_rows(base, min(last - base, cuda::warp_lanes), now, lanes);
    }
  }

  struct row_ends {
    edge_offset begin, end;
  };

  __device__ row_ends ends_of(vertex_id row, vertex_id last) const {
    return row < last ? row_ends{g_.offsets[row], g_.offsets[row + 1]} : row_ends{0, 0};
  }

  /// Gathers the `rows` rows from `first` on, at most one per lane. `of_lane`: the ends of this lane's row.
  __device__ void gather_rows(vertex_id first, unsigned rows, row_ends of_lane, unsigned lanes) const {
    const unsigned lane = cuda::lane(), together_rows = cuda::warp_lanes / lanes;
    const bool has = lane < rows;
    const auto [begin, end] = of_lane;
    // One lane per row, if it fetches each row at once: all rows of the warp together, without an exchange of sums.
    if (!__any_sync(cuda::all_lanes, end - begin > together)) {
      const double sum = gather_short(begin, static_cast<unsigned>(end - begin));
      if (has) write_(first + lane, sum, end - begin);
      return;
    }
    const bool is_long = end - begin > cut_.piece_edges;
    double mine = 0;
    for (unsigned i = 0; i < rows; i += together_rows) {
      const int row = static_cast<int>(i + lane / lanes);
      const edge_offset row_begin = __shfl_sync(cuda::all_lanes, begin, row);
      const edge_offset row_end = __shfl_sync(cuda::all_lanes, is_long ? begin : end, row);
      const double sum = sum_of_lanes(gather(row_begin, row_end, lane % lanes, lanes), lanes);
      const double its = __shfl_sync(cuda::all_lanes, sum, static_cast<int>((lane - i) * lanes));
      if (lane - i < together_rows) mine = its;
    }
    if (has && !is_long) write_(first + lane, mine, end - begin);
  }

  const row_sources& g_;
  const row_parts& cut_;
  double* const piece_sums_;
  const Share* const shares_;
  const vertex_id num_hubs_;
  Share* const hubs_;
  const Write& write_;
};

}  // namespace fathom::pagerank_engine
