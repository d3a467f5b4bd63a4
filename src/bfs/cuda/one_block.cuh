// Small levels by one thread block, with the frontier in shared memory and no grid barriers; searches of graphs with a large
// diameter consist of these. The cost of such a level is its chain of dependent L2 accesses, so the data that the next level needs
// of a vertex is fetched together with the claim on it.
#pragma once

#include <cooperative_groups.h>

#include "bfs/cuda/classify.cuh"
#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

struct block_level {
  unsigned found, edges;
  unsigned leave;  ///< a long row was found
};

/// Counts of three levels in turn, so that the ones being cleared have no readers left.
struct block_levels {
  block_level of[3];
};

/// The position of a new vertex in the next list; coalesced threads share one atomic.
__device__ inline unsigned next_position(block_level& counts) {
  const cooperative_groups::coalesced_group together = cooperative_groups::coalesced_threads();
  unsigned at = 0;
  if (together.thread_rank() == 0) at = atomicAdd(&counts.found, together.size());
  return together.shfl(at, 0) + together.thread_rank();
}

/// Called by the first thread block only; runs while the frontier fits in Lists. The frontier is in `queue` before and after;
/// s.progress holds the final state. Lists has capacity; load(turn, i, v, counts); vertex(turn, i); expand(turn, frontier, level,
/// counts, queue), which writes vertices beyond the capacity to the queue. With Classify, a frontier that is left is classified.
template <bool Classify = true, class Offset, class Room, class Lists>
__device__ void search_in_one_block(const cuda_search<Offset, Room>& s, Lists& lists, std::uint32_t* queue, search_progress p) {
  __shared__ block_levels levels;
  if (threadIdx.x < 3) levels.of[threadIdx.x] = {};
  __syncthreads();
  unsigned turn = 0, now = 0;
  for (unsigned i = threadIdx.x; i < p.frontier; i += block_threads) lists.load(turn, i, queue[i], levels.of[now]);
  __syncthreads();
  while (p.frontier > 0 && p.frontier <= Lists::capacity && !levels.of[now].leave && !is_over(s, p) &&
         (p.reached < s.num_vertices || s.records)) {
    const unsigned long long began = s.records ? global_nanoseconds() : 0;
    const unsigned next = (now + 1) % 3;
    if (threadIdx.x == 0) levels.of[(now + 2) % 3] = {};
    lists.expand(turn, p.frontier, p.level, levels.of[next], queue);
    __syncthreads();
    const unsigned found = levels.of[next].found;
    if (threadIdx.x == 0 && s.records) {
      write_record(s, p, {0, p.frontier, found, change::none, levels.of[next].edges, 0, 0, global_nanoseconds() - began});
    }
    p.previous = p.frontier;
    p.frontier = found;
    p.reached += found;
    ++p.level;
    turn ^= 1;
    now = next;
  }
  for (unsigned i = threadIdx.x; i < p.frontier && i < Lists::capacity; i += block_threads) queue[i] = lists.vertex(turn, i);
  __syncthreads();
  p.classified = 0;
  if constexpr (Classify) {
    if (p.frontier > 0 && p.frontier <= most_classified_in_one_block && !is_over(s, p)) classify_in_one_block(s, queue, p);
  }
  if (threadIdx.x == 0) *s.progress = p;
}

}  // namespace fathom::bfs_engine
