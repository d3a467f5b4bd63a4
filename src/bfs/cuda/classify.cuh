// Classification of the frontier before a top-down level: counts of its edges and splitting of its long adjacency rows into pieces
// (Enterprise, section 4.2).
#pragma once

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "gpu/warp.cuh"

namespace fathom::bfs_engine {

struct frontier_tally {
  unsigned long long edges = 0, short_edges = 0;
  unsigned long long hubs = 0;
  unsigned long long tail_edges = 0;
};

template <class Search>
__device__ std::uint32_t degree_at(const Search& s, const std::uint32_t* queue, bool there, unsigned i, std::uint32_t& v) {
  using Offset = typename Search::offset;
  v = load_written_if(there, queue + i, 0);
  return static_cast<std::uint32_t>(load_if(there, s.out.offsets + v + 1, Offset{0}) -
                                    load_if(there, s.out.offsets + v, Offset{0}));
}

__device__ inline unsigned pieces_of(std::uint32_t degree) {
  return degree > piece_edges ? (degree + piece_edges - 1) / piece_edges : 0;
}

/// Counts a warp's part of the frontier, from its first entry `begin` in steps of `step`; `pieces` is the warp's total.
template <class Search>
__device__ frontier_tally count_part(const Search& s, const std::uint32_t* queue, unsigned frontier, unsigned begin, unsigned step,
                                     unsigned& pieces) {
  frontier_tally sum;
  std::uint32_t v = 0;
  pieces = 0;
  for (unsigned base = begin; base < frontier; base += step) {
    const bool there = base + lane() < frontier;
    const std::uint32_t degree = degree_at(s, queue, there, base + lane(), v);
    sum.edges += degree;
    sum.short_edges += degree > piece_edges ? 0 : degree;
    sum.hubs += there && degree >= s.hub_degree;
    sum.tail_edges += s.vertex_of_row(v) < s.hub_end ? 0 : degree;
    pieces += pieces_of(degree);
  }
  pieces = cuda::warp_sum(pieces);
  return sum;
}

/// Appends the pieces of the same part at *piece_end, with one atomic per warp: one per row dominated the time of the level.
template <class Search>
__device__ void cut_part(const Search& s, const std::uint32_t* queue, unsigned frontier, unsigned begin, unsigned step,
                         unsigned pieces, unsigned* piece_end) {
  if (pieces == 0) return;
  unsigned at = cuda::warp_reserve(piece_end, pieces);
  for (unsigned base = begin; base < frontier; base += step) {
    std::uint32_t v = 0;
    const unsigned mine = pieces_of(degree_at(s, queue, base + lane() < frontier, base + lane(), v));
    cuda::for_each_bit(__ballot_sync(all_lanes, mine > 0), [&](int owner) {
      const unsigned count = __shfl_sync(all_lanes, mine, owner);
      const std::uint32_t vertex = __shfl_sync(all_lanes, v, owner);
      for (unsigned k = lane(); k < count; k += warp_lanes) s.pieces[at + k] = {vertex, k};
      at += count;
    });
  }
}

/// Counts only; called by all thread blocks. Splitting follows separately, since it pays off only for top-down levels.
template <class Offset, class Room>
__device__ void classify(const cuda_search<Offset, Room>& s, const std::uint32_t* queue, unsigned frontier, phase_counters& c) {
  __shared__ unsigned long long scratch[block_warps];
  unsigned pieces = 0;
  const frontier_tally mine = count_part(s, queue, frontier, warp_of_grid() * warp_lanes, warps_in_grid() * warp_lanes, pieces);
  const unsigned long long edges = block_sum(mine.edges, scratch);
  const unsigned long long short_edges = block_sum(mine.short_edges, scratch);
  const unsigned long long hubs = block_sum(mine.hubs, scratch);
  const unsigned long long tail_edges = block_sum(mine.tail_edges, scratch);
  if (lane() == 0 && pieces > 0) atomicAdd(&c.pieces, pieces);
  if (threadIdx.x != 0 || edges == 0) return;
  atomicAdd(&c.edges, edges);
  if (short_edges > 0) atomicAdd(&c.short_edges, short_edges);
  if (hubs > 0) atomicAdd(&c.hubs, static_cast<unsigned>(hubs));
  if (tail_edges > 0) atomicAdd(&c.tail_edges, tail_edges);
}

/// Splits the long rows of a classified frontier; called by all thread blocks.
template <class Offset, class Room>
__device__ void cut(const cuda_search<Offset, Room>& s, const std::uint32_t* queue, unsigned frontier, phase_counters& c) {
  const unsigned begin = warp_of_grid() * warp_lanes, step = warps_in_grid() * warp_lanes;
  unsigned pieces = 0;
  static_cast<void>(count_part(s, queue, frontier, begin, step, pieces));
  cut_part(s, queue, frontier, begin, step, pieces, &c.pieces);
}

/// Classification and splitting by a single thread block; the first thread's `p` holds the sums.
template <class Offset, class Room>
__device__ void classify_in_one_block(const cuda_search<Offset, Room>& s, const std::uint32_t* queue, search_progress& p) {
  __shared__ unsigned long long scratch[block_warps];
  __shared__ unsigned piece_end;
  if (threadIdx.x == 0) piece_end = 0;
  __syncthreads();
  const unsigned begin = threadIdx.x / warp_lanes * warp_lanes;
  unsigned pieces = 0;
  const frontier_tally mine = count_part(s, queue, p.frontier, begin, block_threads, pieces);
  cut_part(s, queue, p.frontier, begin, block_threads, pieces, &piece_end);
  p.edges = block_sum(mine.edges, scratch);
  p.short_edges = block_sum(mine.short_edges, scratch);
  p.hubs = static_cast<unsigned>(block_sum(mine.hubs, scratch));
  p.tail_edges = block_sum(mine.tail_edges, scratch);
  p.pieces = piece_end;
  p.classified = 1;
}

}  // namespace fathom::bfs_engine
