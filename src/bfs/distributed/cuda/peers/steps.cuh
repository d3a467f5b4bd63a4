// Steps of a level on devices that write to each other's memory, built from those of the single-GPU engine.
#pragma once

#include "bfs/cuda/bottom_up.cuh"
#include "bfs/cuda/classify.cuh"
#include "bfs/cuda/top_down.cuh"
#include "bfs/distributed/cuda/peers/frontier_exchange.cuh"
#include "gpu/grid.cuh"

namespace fathom::ranks_engine {

/// Converts the warp's part of the frontier to adjacency rows of this process's block; with `marks` also marks it visited.
__device__ inline void take_frontier(const peer_search& s, const barrier_words& all, unsigned level, std::uint32_t* visited,
                                     bool marks) {
  const std::uint32_t size = all.listed_before[s.room.ranks], step = bfs_engine::threads_in_grid();
  for (std::uint32_t i = bfs_engine::thread_of_grid(); i < size; i += step) {
    const received_vertex u = frontier_at(s, all, level, i);
    s.frontier[i] = s.row_of(u.rank, u.number);
    if (marks) mark_visited(s, visited, u);
  }
  __syncwarp();
}

/// Counts the rows' edges and cuts long rows into chunks.
__device__ inline void classify_rows(const peer_search& s, std::uint32_t size) {
  __shared__ unsigned long long scratch[bfs_engine::block_warps];
  const unsigned begin = bfs_engine::warp_of_grid() * cuda::warp_lanes, step = bfs_engine::threads_in_grid();
  unsigned pieces = 0;
  const bfs_engine::frontier_tally mine = bfs_engine::count_part(s, s.frontier, size, begin, step, pieces);
  bfs_engine::cut_part(s, s.frontier, size, begin, step, pieces, &s.counters->phase.pieces);
  const unsigned long long edges = bfs_engine::block_sum(mine.edges, scratch);
  const unsigned long long short_edges = bfs_engine::block_sum(mine.short_edges, scratch);
  if (threadIdx.x != 0 || edges == 0) return;
  atomicAdd(&s.counters->phase.inspected, edges);
  if (short_edges > 0) atomicAdd(&s.counters->phase.short_edges, short_edges);
}

/// `marks`: the bitmap does not yet include the last level's discoveries of other processes, or of any process. Discoveries are
/// sent as lists, or written to the same bitmap on all processes.
__device__ inline void step_top_down(const peer_search& s, const barrier_words& all, unsigned level, std::uint32_t* visited,
                                     bool marks, bool lists, std::uint32_t* shared) {
  const std::uint32_t size = all.listed_before[s.room.ranks];
  take_frontier(s, all, level, visited, marks);
  classify_rows(s, size);
  cuda::grid_sync();
  const bfs_engine::phase_counters seen = bfs_engine::read_once(&s.counters->phase);
  auto* const claims =
      reinterpret_cast<bfs_engine::warp_claims*>(shared + bfs_engine::block_warps * peer_search::shared_room::warp_buffer);
  bfs_engine::warp_discovery<peer_search, counting_queue> found(s, visited, level, claims[threadIdx.x / cuda::warp_lanes],
                                                                {s, level, lists, shared});
  if (seen.pieces > bfs_engine::warps_in_grid()) {
    bfs_engine::expand_pieces<8>(s, seen.pieces, found);
  } else {
    bfs_engine::expand_pieces<cuda::warp_lanes>(s, seen.pieces, found);
  }
  bfs_engine::expand_rows(s, s.frontier, size, bfs_engine::lanes_for(seen.short_edges / size, size), found,
                          bfs_engine::long_rows{});
  found.finish();
  found.next().count();
}

/// Bottom-up step over a list of unvisited vertices. Those still unvisited are listed for the next level, in which the discovered
/// ones are marked visited.
__device__ inline void step_remaining(const peer_search& s, unsigned level, const std::uint32_t* visited, std::uint32_t count,
                                      const std::uint32_t* listed, std::uint32_t* list, std::uint32_t* shared) {
  counting_queue found(s, level, true, shared);
  bfs_engine::warp_queue<peer_search> rest(shared + bfs_engine::block_warps * peer_search::shared_room::warp_buffer, {list},
                                           &s.counters->phase.remaining, s.remaining_limit());
  unsigned inspected = 0;
  const unsigned begin = bfs_engine::warp_of_grid() * cuda::warp_lanes;
  for (unsigned base = begin; base < count; base += bfs_engine::threads_in_grid()) {
    const bool there = base + cuda::lane() < count;
    const std::uint32_t v = bfs_engine::load_written_if(there, &listed[base + cuda::lane()], 0);
    const std::uint32_t parent = bfs_engine::find_parent<1>(s, {visited, 0, 0}, there, v, inspected);
    if (parent != no_vertex) bfs_engine::record(s, v, parent, level);
    found.push(parent != no_vertex, v);
    rest.push(there && parent == no_vertex, v);
  }
  found.flush_block();
  rest.flush_block();
  found.count();
  bfs_engine::add_inspected(s, inspected, s.counters->phase);
}

}  // namespace fathom::ranks_engine
