// Edge pass of validation, for claims that passed the vertex checks. Each warp takes a fixed number of consecutive edges regardless
// of row boundaries: a hub's row is spread over many warps, and one warp processes many short rows.
#pragma once

#include "bfs/validate/cuda/claim.cuh"
#include "gpu/rows.cuh"

namespace fathom::validate_engine {

inline constexpr unsigned chunk_edges = 4096;   // per warp: large enough that finding the first row is a small part of the work
inline constexpr unsigned edges_in_flight = 4;  // overlapped gathers per lane

// A pass has the adjacency rows as `g`, and defines the conditions on an edge and its endpoints:
//
//   edge       data of an edge, with its target as `end`;  edge edge_at(edge_offset e)
//   row        data of a row's vertex, held by a lane;     row row_at(vertex_id u), row row_of_lane(row mine, int lane)
//   bool is_reached(row): only edges of reached vertices are checked
//   known      data of a target;                           known known_at(vertex_id w)
//   bool is_right(vertex_id u, row, edge, known): checks the edge, and marks the target if it is the edge from its predecessor

/// Checks the warp's edges [first, last), counted from `begin`, which are in the rows from `row` on that the lanes hold.
template <class Pass>
__device__ bool edges_are_right(const Pass& p, edge_offset begin, std::uint64_t row, const typename Pass::row& mine,
                                std::uint32_t row_end, std::uint32_t first, std::uint32_t last) {
  bool right = true;
  for (std::uint32_t at = first; at < last; at += warp_lanes * edges_in_flight) {
    int holder[edges_in_flight];
    typename Pass::edge edge[edges_in_flight];
    typename Pass::known theirs[edges_in_flight];
    // 1. Load one edge per lane; lanes past the end repeat the last edge.
#pragma unroll
    for (unsigned k = 0; k < edges_in_flight; ++k) {
      const std::uint32_t e = min(at + k * warp_lanes + lane(), last - 1);
      edge[k] = p.edge_at(begin + e);
      holder[k] = cuda::warp_row_of(row_end, e);
    }
    // 2. Load the data of the targets.
#pragma unroll
    for (unsigned k = 0; k < edges_in_flight; ++k) theirs[k] = p.known_at(edge[k].end);
      // 3. Check the edge, and whether it is the edge from the predecessor.
#pragma unroll
    for (unsigned k = 0; k < edges_in_flight; ++k) {
      const typename Pass::row of = p.row_of_lane(mine, holder[k]);
      if (p.is_reached(of))
        right &= p.is_right(static_cast<vertex_id>(row + static_cast<unsigned>(holder[k])), of, edge[k], theirs[k]);
    }
  }
  return right;
}

template <class Pass>
__global__ void __launch_bounds__(block_threads) edges_kernel(const __grid_constant__ Pass p, findings* found) {
  const edge_offset begin = (edge_offset{blockIdx.x} * block_warps + threadIdx.x / warp_lanes) * chunk_edges;
  if (begin >= p.g.num_edges) return;  // the whole warp
  const auto size = static_cast<std::uint32_t>(min(edge_offset{chunk_edges}, p.g.num_edges - begin));
  bool right = true;
  std::uint64_t row = cuda::row_between(p.g.offsets, 0, p.g.num_vertices, begin);
  for (std::uint32_t done = 0; done < size;) {
    // 1. Load one row per lane; lanes past the last vertex repeat the last row.
    const std::uint64_t u = min(row + lane(), std::uint64_t{p.g.num_vertices} - 1);
    const auto row_end = static_cast<std::uint32_t>(min(p.g.offsets[u + 1] - begin, edge_offset{size}));
    const std::uint32_t last = __shfl_sync(all_lanes, row_end, warp_lanes - 1);
    if (last == done) {  // none of these rows has an edge; millions of empty rows may follow
      row = cuda::row_between(p.g.offsets, 0, p.g.num_vertices, begin + done);
      continue;
    }
    const typename Pass::row mine = p.row_at(static_cast<vertex_id>(u));
    // 2. Check the edges of these rows.
    if (__any_sync(all_lanes, p.is_reached(mine))) right &= edges_are_right(p, begin, row, mine, row_end, done, last);
    done = last;
    row += warp_lanes;
  }
  if (!right) found->wrong = 1;
}

template <class Pass>
void validate_edges(const Pass& p, findings* found, const cuda::stream& s) {
  if (p.g.num_edges == 0) return;
  constexpr edge_offset block_edges = edge_offset{chunk_edges} * block_warps;
  const auto blocks = static_cast<unsigned>((p.g.num_edges + block_edges - 1) / block_edges);
  edges_kernel<<<blocks, block_threads, 0, s.get()>>>(p, found);
  cuda::check_launch("validating the edges");
}

}  // namespace fathom::validate_engine
