// Levels of few vertices, by one block with its frontier in shared memory: high diameters are made of these.
#pragma once

#include <cooperative_groups.h>

#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

/// By the first block alone. `frontier` vertices are in queue `q`, where the frontier is again afterwards. It ends where the search
/// does, or at a frontier that is too large or holds a long row; s.progress says where that was.
template <class Offset>
__device__ void small_levels(const cuda_search<Offset>& s, std::uint32_t* visited, std::uint32_t* queue, search_progress p,
                             std::uint32_t* shared) {
  namespace cg = cooperative_groups;
  constexpr unsigned each = small_frontier / block_threads;
  __shared__ unsigned found_count[2];
  __shared__ unsigned level_edges;
  std::uint32_t* list = shared;
  std::uint32_t* next_list = shared + small_frontier;
  unsigned turn = 0;
  for (unsigned i = threadIdx.x; i < p.frontier; i += block_threads) list[i] = queue[i];
  __syncthreads();
  while (p.frontier > 0 && p.level < s.depth_limit && !target_is_found(s, visited)) {
    const unsigned long long began = s.records ? global_nanoseconds() : 0;
    std::uint32_t from[each];
    Offset first[each], last[each];
    bool leave = p.frontier > small_frontier;
    for (unsigned k = 0; k < each; ++k) {
      const unsigned i = threadIdx.x + k * block_threads;
      first[k] = last[k] = 0;
      if (leave || i >= p.frontier) continue;
      from[k] = list[i];
      first[k] = s.out.offsets[from[k]];
      last[k] = s.out.offsets[from[k] + 1];
    }
    for (unsigned k = 0; k < each; ++k) leave |= last[k] - first[k] > small_degree;
    // The count of two levels ago: everybody has read it by the barrier of the level between.
    if (threadIdx.x == 0) found_count[turn] = 0, level_edges = 0;
    if (__syncthreads_or(leave)) break;
    for (unsigned k = 0; k < each; ++k) {
      if (s.records && last[k] > first[k]) atomicAdd(&level_edges, static_cast<unsigned>(last[k] - first[k]));
      for (Offset e = first[k]; e < last[k]; e += 4) {
        std::uint32_t to[4];
        bool fresh[4];
        for (unsigned j = 0; j < 4; ++j) to[j] = e + j < last[k] ? s.out.targets[e + j] : no_vertex;
        for (unsigned j = 0; j < 4; ++j) fresh[j] = to[j] != no_vertex && claim(visited, to[j]);
        for (unsigned j = 0; j < 4; ++j) {
          if (!fresh[j]) continue;
          record(s, to[j], from[k], p.level);
          const cg::coalesced_group together = cg::coalesced_threads();
          unsigned at = 0;
          if (together.thread_rank() == 0) at = atomicAdd(&found_count[turn], together.size());
          at = together.shfl(at, 0) + together.thread_rank();
          if (at < small_frontier) {
            next_list[at] = to[j];
          } else {
            queue[at] = to[j];
          }
        }
      }
    }
    __syncthreads();
    const unsigned found = found_count[turn];
    if (threadIdx.x == 0 && s.records) {
      write_record(s, p, {0, p.frontier, found, change::none, level_edges, 0, 0, global_nanoseconds() - began});
    }
    p.previous = p.frontier;
    p.frontier = found;
    p.reached += found;
    ++p.level;
    turn ^= 1;
    std::uint32_t* const other = list;
    list = next_list;
    next_list = other;
    __syncthreads();  // level_edges is read above and cleared below
  }
  for (unsigned i = threadIdx.x; i < p.frontier && i < small_frontier; i += block_threads) queue[i] = list[i];
  if (threadIdx.x == 0) *s.progress = p;
}

}  // namespace fathom::bfs_engine
