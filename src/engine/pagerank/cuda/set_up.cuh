// Before the first iteration and after the last: parts of equal work, long rows in pieces, shares from ranks and back.
#pragma once

#include "cuda/kernel.cuh"
#include "engine/pagerank/cuda/plan.hpp"

namespace fathom::pagerank_engine {

__device__ inline std::uint64_t work_before(const edge_offset* offsets, vertex_id v) { return offsets[v] + work_of_vertex * v; }

/// The first vertex of each part, and n.
__global__ void parts_kernel(device_rows g, std::uint64_t part_work, vertex_id* parts, unsigned num_parts) {
  for (std::uint64_t part = cuda::grid_thread(); part <= num_parts; part += cuda::grid_threads()) {
    vertex_id low = 0, high = g.n;
    while (part < num_parts && low < high) {
      const vertex_id middle = low + (high - low) / 2;
      if (work_before(g.offsets, middle) < part * part_work)
        low = middle + 1;
      else
        high = middle;
    }
    parts[part] = part < num_parts ? low : g.n;
  }
}

/// For each part how many rows are long, in the upper half of a number, and their pieces, in the lower.
__global__ void count_long_rows_kernel(device_rows g, const vertex_id* parts, unsigned num_parts, std::uint64_t* counts) {
  for (std::uint64_t part = cuda::grid_thread(); part <= num_parts; part += cuda::grid_threads()) {
    std::uint64_t count = 0;
    for (vertex_id v = part < num_parts ? parts[part] : g.n; part < num_parts && v < parts[part + 1]; ++v) {
      const edge_offset degree = g.offsets[v + 1] - g.offsets[v];
      if (degree > piece_edges) count += (std::uint64_t{1} << 32) + (degree + piece_edges - 1) / piece_edges;
    }
    counts[part] = count;
  }
}

/// `counts` summed up over the parts before.
__global__ void list_long_rows_kernel(device_rows g, const vertex_id* parts, unsigned num_parts, const std::uint64_t* counts,
                                      long_row* rows, row_piece* pieces) {
  for (std::uint64_t part = cuda::grid_thread(); part < num_parts; part += cuda::grid_threads()) {
    if (counts[part + 1] == counts[part]) continue;
    unsigned row = static_cast<unsigned>(counts[part] >> 32), piece = static_cast<unsigned>(counts[part]);
    for (vertex_id v = parts[part]; v < parts[part + 1]; ++v) {
      const edge_offset degree = g.offsets[v + 1] - g.offsets[v];
      if (degree <= piece_edges) continue;
      const unsigned count = static_cast<unsigned>((degree + piece_edges - 1) / piece_edges);
      rows[row++] = {v, piece, count};
      for (edge_offset begin = 0; begin < degree; begin += piece_edges) {
        pieces[piece++] = {g.offsets[v] + begin, static_cast<unsigned>(min(degree - begin, edge_offset{piece_edges}))};
      }
    }
  }
}

__device__ inline double strength_of(const device_rows& g, std::uint64_t v) {
  return g.strength ? g.strength[v] : static_cast<double>(g.offsets[v + 1] - g.offsets[v]);
}

template <class Share>
__global__ void shares_kernel(device_rows g, const double* ranks, Share* shares) {
  for (std::uint64_t v = cuda::grid_thread(); v < g.n; v += cuda::grid_threads()) {
    const double strength = strength_of(g, v);
    shares[v] = static_cast<Share>(strength > 0 ? ranks[v] / strength : ranks[v]);
  }
}

template <class Share>
__global__ void ranks_kernel(device_rows g, const Share* shares, double* ranks) {
  for (std::uint64_t v = cuda::grid_thread(); v < g.n; v += cuda::grid_threads()) {
    const double strength = strength_of(g, v);
    ranks[v] = static_cast<double>(shares[v]) * (strength > 0 ? strength : 1.0);
  }
}

__global__ void strengths_kernel(vertex_id n, const edge_offset* out_offsets, double* strengths) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    strengths[v] = static_cast<double>(out_offsets[v + 1] - out_offsets[v]);
  }
}

}  // namespace fathom::pagerank_engine
