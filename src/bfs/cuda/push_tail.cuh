// Second half of the hub split, a bottom-up level with a small frontier: unvisited vertices have searched only for hubs, so the
// frontier's other vertices, its tail, are expanded top-down along their few edges.
#pragma once

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"
#include "bfs/cuda/top_down.cuh"

namespace fathom::bfs_engine {

/// Whether the hub split costs less than a full bottom-up level, judging by the edges out of the frontier.
__device__ inline bool pays_with_hub_split(unsigned long long edges, unsigned long long unexplored, unsigned long long tail_edges,
                                           unsigned long long num_vertices) {
  return edges <= unexplored / hub_split_edge_fraction && tail_edges <= num_vertices / hub_split_tail_fraction;
}

/// Replacement for a queue that only counts discoveries, which are recorded in the bitmap.
struct find_counter {
  unsigned found = 0;

  __device__ void push(bool wanted, std::uint32_t) { found += wanted; }
  __device__ void flush_block() {}
};

/// Called by all thread blocks, after the discoveries from hubs are in `next` and before `next` is read. `tail_edges` is the
/// approximate number of edges out of the tail.
template <class Search>
__device__ void push_tail(const Search& s, std::uint32_t* next, unsigned level, const std::uint32_t* queue, unsigned frontier,
                          unsigned long long tail_edges, phase_counters& c, std::uint32_t* shared) {
  __shared__ unsigned long long scratch[block_warps];
  auto* const claims = reinterpret_cast<warp_claims*>(shared);
  warp_discovery<Search, find_counter> found(s, next, level, claims[threadIdx.x / warp_lanes], {});
  const unsigned lanes = lanes_for(tail_edges / frontier, frontier);
  unsigned inspected = 0;
  expand_rows(s, queue, frontier, lanes, found, [&](std::uint32_t u, edge_offset degree) {
    const bool is_hub = u < s.hub_end;
    inspected += is_hub || lane() % lanes != 0 ? 0 : static_cast<unsigned>(degree);
    return is_hub;
  });
  found.finish();
  const unsigned long long all_found = block_sum(static_cast<unsigned long long>(found.next().found), scratch);
  if (threadIdx.x == 0 && all_found > 0) atomicAdd(&c.found, static_cast<unsigned>(all_found));
  add_inspected(s, inspected, c);
}

}  // namespace fathom::bfs_engine
