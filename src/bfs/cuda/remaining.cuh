// Bottom-up step over a list of the remaining unvisited vertices, so that the last levels do not scan the whole bitmap.
#pragma once

#include "bfs/cuda/parents.cuh"
#include "bfs/cuda/queue.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

/// Sets `next` to the vertices visited after the level, `list` to the remaining ones, and `queue` to the discoveries. Initially
/// `next` must be a subset of `visited`.
template <int Width, class Offset, class Room>
__device__ void bottom_up_remaining(const cuda_search<Offset, Room>& s, const std::uint32_t* visited, std::uint32_t* next,
                                    const std::uint32_t* listed, unsigned count, std::uint32_t* list, std::uint32_t* queue,
                                    unsigned level, phase_counters& c, std::uint32_t* shared) {
  using queue_here = warp_queue<cuda_search<Offset, Room>>;
  queue_here found(shared, {queue}, &c.found, s.num_vertices);
  queue_here rest(shared + block_warps * Room::warp_buffer, {list}, &c.remaining, s.num_vertices / remaining_fraction);
  const visited_before<false> before{visited, 0, 0};
  unsigned inspected = 0;
  const std::uint32_t words = words_of(s.num_vertices);
  for (std::uint32_t w = thread_of_grid(); w < words; w += threads_in_grid()) {
    const std::uint32_t missing = visited[w] & ~next[w];
    if (missing != 0) atomicOr(&next[w], missing);
  }
  for (unsigned base = warp_of_grid() * warp_lanes; base < count; base += warps_in_grid() * warp_lanes) {
    const bool there = base + lane() < count;
    const std::uint32_t v = load_written_if(there, &listed[base + lane()], 0);
    const std::uint32_t parent = find_parent<Width>(s, before, there, v, inspected);
    if (parent != no_vertex) {
      record(s, v, parent, level);
      atomicOr(&next[v / 32], 1u << (v % 32));
    }
    found.push(parent != no_vertex, v);
    rest.push(there && parent == no_vertex, v);
  }
  found.flush_block();
  rest.flush_block();
  add_inspected(s, inspected, c);
}

}  // namespace fathom::bfs_engine
