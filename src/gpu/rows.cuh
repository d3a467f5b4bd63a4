// Expansion of adjacency rows of any length, with their edges spread evenly over the lanes: load-balanced search within a warp and
// over a grid, and chunks of long rows.
#pragma once

#include "fathom/visitor/row_parts.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"

namespace fathom::cuda {

/// The lane whose row contains position i, given where each lane's row ends, in ascending order; 31 for positions past the last.
/// All lanes of the warp must call this. Five shuffles.
__device__ __forceinline__ int warp_row_of(unsigned end, unsigned i) {
  unsigned row = 0;  // the number of rows that end at or before i
  for (unsigned step = warp_lanes / 2; step > 0; step /= 2) {
    if (__shfl_sync(all_lanes, end, static_cast<int>(row + step - 1)) <= i) row += step;
  }
  return static_cast<int>(row);
}

/// Rows of a warp, one per lane, with their edges numbered consecutively over the lanes.
class warp_rows {
 public:
  /// The lane's row has the edges [first, first + degree); the sum of the degrees must fit 32 bits. All lanes of the warp must call
  /// this, those without a row with degree 0.
  __device__ __forceinline__ warp_rows(edge_offset first, unsigned degree)
      : end_(warp_inclusive_sum(degree)), shift_(first - (end_ - degree)), size_(__shfl_sync(all_lanes, end_, warp_lanes - 1)) {}

  /// Number of edges of all rows.
  [[nodiscard]] __device__ __forceinline__ unsigned size() const { return size_; }

  /// Calls visit(has, owner, edge) in all lanes until all edges are visited: `edge` belongs to the row of lane `owner` if `has`,
  /// and must not be read otherwise. All lanes of the warp must call this. Seven shuffles per edge.
  template <class Visit>
  __device__ __forceinline__ void for_each(Visit&& visit) const {
    for_each_batch<1>([&](const auto& has, const auto& owner, const auto& edge) { visit(has[0], owner[0], edge[0]); });
  }

  /// The same with arrays of `Batch` edges per lane, so that the loads of several edges overlap.
  template <unsigned Batch, class Visit>
  __device__ __forceinline__ void for_each_batch(Visit&& visit) const {
    for (unsigned base = 0; base < size_; base += Batch * warp_lanes) {
      bool has[Batch];
      int owner[Batch];
      edge_offset edge[Batch];
#pragma unroll
      for (unsigned k = 0; k < Batch; ++k) {
        const unsigned i = base + k * warp_lanes + lane();
        has[k] = i < size_;
        owner[k] = warp_row_of(end_, i);
        edge[k] = __shfl_sync(all_lanes, shift_, owner[k]) + i;
      }
      visit(has, owner, edge);
    }
  }

 private:
  unsigned end_;       // of the lane's edges in the numbering
  edge_offset shift_;  // from a number to the edge's index
  unsigned size_;
};

/// Calls visit(row, e) for each e < starts[rows], where a row has the positions from starts[row] to below starts[row + 1]. Rows may
/// be empty. A warp takes `Tile` positions at a time, one per lane, so that searching for their rows costs little. All threads of
/// the grid must call this, in whole warps.
template <unsigned Tile, class Visit>
__device__ void grid_for_each_edge(const std::uint64_t* starts, std::uint64_t rows, Visit&& visit) {
  const std::uint64_t total = starts[rows], step = grid_warps() * Tile;
  for (std::uint64_t first = grid_warp() * Tile; first < total; first += step) {
    const std::uint64_t last = min(first + Tile, total);
    std::uint64_t row = lower_bound(starts, rows, first + 1) - 1;  // the last that begins at or before the first position
    for (std::uint64_t e = first + lane(); e < last; e += warp_lanes) {
      if (starts[row + 1] <= e) row = row_of(starts, rows, row + 1, e);
      visit(row, e);
    }
  }
}

/// Calls visit(v, first, last) in all lanes of a warp for the edges of each chunk of a long row, and of each other row. All threads
/// of the grid must call this, in whole warps.
template <class Visit>
__device__ void grid_for_each_part(const row_parts& cut, const edge_offset* offsets, Visit&& visit) {
  const unsigned warp = static_cast<unsigned>(grid_warp()), warps = static_cast<unsigned>(grid_warps());
  for (unsigned i = warp; i < cut.num_pieces; i += warps) {
    const row_piece p = cut.pieces[i];
    visit(p.v, p.first, p.first + p.size);
  }
  for (unsigned part = warp; part < cut.num_parts; part += warps) {
    for (vertex_id v = cut.parts[part]; v < cut.parts[part + 1]; ++v) {
      const edge_offset first = offsets[v], last = offsets[v + 1];
      if (last - first <= cut.piece_edges) visit(v, first, last);
    }
  }
}

/// Number of chunks of at most `piece_edges` edges in a row.
__device__ __forceinline__ edge_offset pieces_of(edge_offset degree, unsigned piece_edges) {
  return (degree + piece_edges - 1) / piece_edges;
}

/// Writes the chunks of a row to `to`, which must have room for pieces_of() entries. For the one thread that holds the row.
__device__ __forceinline__ void split_row(vertex_id v, edge_offset first, edge_offset degree, unsigned piece_edges, row_piece* to) {
  for (edge_offset at = 0; at < degree; at += piece_edges) {
    *to++ = {first + at, static_cast<unsigned>(min(degree - at, edge_offset{piece_edges})), v};
  }
}

}  // namespace fathom::cuda
