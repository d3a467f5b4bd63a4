// Levels of few vertices, by one block with its frontier in shared memory and no barrier of the grid: high diameters are made of
// these. Such a level costs its chain of dependent trips to the second-level cache, so what the next level will need of a vertex is
// fetched together with the claim on it.
#pragma once

#include <cooperative_groups.h>

#include "engine/bfs/cuda_classify.cuh"
#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

struct block_level {
  unsigned found, edges;
  unsigned leave;  ///< a long row was found
};

/// Of the level, the one before and the one after: what is cleared has no reader any more.
struct block_levels {
  block_level of[3];
};

/// The place of a new vertex in the next list; the threads that come here together make one addition.
__device__ inline unsigned next_place(block_level& counts) {
  const cooperative_groups::coalesced_group together = cooperative_groups::coalesced_threads();
  unsigned at = 0;
  if (together.thread_rank() == 0) at = atomicAdd(&counts.found, together.size());
  return together.shfl(at, 0) + together.thread_rank();
}

/// By the first block alone, while the frontier, which is in `queue`, fits Lists. Afterwards the frontier is in `queue` again, and
/// s.progress says where that was. Lists has a capacity; load(turn, i, v, counts); vertex(turn, i); expand(turn, frontier, level,
/// counts, queue), which writes vertices beyond the capacity to the queue.
template <class Offset, class Lists>
__device__ void search_in_one_block(const cuda_search<Offset>& s, Lists& lists, std::uint32_t* queue, search_progress p) {
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
  if (p.frontier > 0 && p.frontier <= classified_alone && !is_over(s, p)) classify_alone(s, queue, p);
  if (threadIdx.x == 0) *s.progress = p;
}

}  // namespace fathom::bfs_engine
