// Bottom-up step: every unvisited vertex scans its row for a neighbor that was visited last and stops at the first. The hub cache
// (section 4.3) holds hubs among those visited last: a neighbor in the cache needs no read of the status array.
#pragma once

#include "papers/enterprise/enterprise_search.hpp"
#include "papers/enterprise/enterprise_top_down.cuh"

namespace fathom::bfs_engine::enterprise {

// Groups of threads that scan a row together. All threads of a group must call any().

struct one_thread {
  static constexpr unsigned size = 1, batch = thread_batch;
  static __device__ unsigned rank() { return 0; }
  static __device__ bool any(bool mine) { return mine; }
};

struct one_warp {
  static constexpr unsigned size = warp_lanes, batch = 1;
  static __device__ unsigned rank() { return lane(); }
  static __device__ bool any(bool mine) { return __any_sync(all_lanes, mine); }
};

struct one_cta {
  static constexpr unsigned size = cta_threads, batch = 1;
  static __device__ unsigned rank() { return threadIdx.x; }
  static __device__ bool any(bool mine) { return __syncthreads_or(mine); }
};

__device__ inline bool is_cached(const std::uint32_t* cache, std::uint32_t u) { return cache[u % cache_entries] == u; }

/// Scans the row of v, from edge `begin` on in steps of `step`. Several groups that share a row end once one of them has found a
/// parent. `cache` is in shared memory, or null.
template <class Group, bool Shared, class Offset>
__device__ void search_rows(const traversal<Offset>& t, const std::uint32_t* cache, std::uint32_t v, unsigned begin, unsigned step,
                            step_tally& tally) {
  constexpr unsigned batch = Group::batch;
  const Offset first = t.in.offsets[v], last = t.in.offsets[v + 1];
  for (Offset base = first + begin; base < last; base += step) {
    std::uint32_t u[batch], parent = no_vertex, there = 0;
    for (unsigned k = 0; k < batch; ++k) {
      const Offset at = base + k * Group::size + Group::rank();
      u[k] = t.in.targets[at < last ? at : last - 1];  // repeats the last edge, which changes nothing
      there += at < last;
    }
    tally.inspected += there;
    // 1. The cache: check all neighbors loaded before the first status is read.
    if (cache) {
      for (unsigned k = 0; k < batch; ++k) parent = is_cached(cache, u[k]) ? u[k] : parent;
      if (Group::any(parent != no_vertex)) {
        tally.status_reads_saved += there;  // one of them would have ended the search anyway
        if (parent != no_vertex) discover(t, v, parent);
        return;
      }
    }
    // 2. The status array.
    tally.status_reads += there;
    std::uint8_t seen[batch];
    for (unsigned k = 0; k < batch; ++k) seen[k] = t.status[u[k]];
    for (unsigned k = 0; k < batch; ++k) parent = seen[k] == t.here ? u[k] : parent;
    const bool ended = Shared && __ldcg(t.status + v) != unvisited;
    if (Group::any(parent != no_vertex || ended)) {
      if (parent != no_vertex) discover(t, v, parent);
      return;
    }
  }
}

/// All lanes of a warp must call this.
__device__ inline void add_tally(step_tally* to, step_tally mine) {
  cuda::warp_add(&to->inspected, mine.inspected);
  cuda::warp_add(&to->status_reads, mine.status_reads);
  cuda::warp_add(&to->status_reads_saved, mine.status_reads_saved);
}

/// Bottom-up step over the unvisited vertices of one queue.
template <class Offset, granularity Each, bool Cached>
__global__ void __launch_bounds__(cta_threads)
    bottom_up_kernel(const __grid_constant__ traversal<Offset> t, const std::uint32_t* queue, std::uint32_t size) {
  __shared__ std::uint32_t table[Cached ? cache_entries : 1];
  const std::uint32_t* const cache = Cached ? table : nullptr;
  if constexpr (Cached) {
    for (unsigned i = threadIdx.x; i < cache_entries; i += cta_threads) table[i] = t.hub_table[i];
    __syncthreads();
  }
  step_tally tally;
  if constexpr (Each == of_thread) {
    for (std::uint64_t i = cta_thread_of_grid(); i < size; i += cta_threads_in_grid()) {
      search_rows<one_thread, false>(t, cache, queue[i], 0, one_thread::batch, tally);
    }
  } else if constexpr (Each == of_warp) {
    for (std::uint64_t i = cta_warp_of_grid(); i < size; i += cta_warps_in_grid()) {
      search_rows<one_warp, false>(t, cache, queue[i], 0, warp_lanes, tally);
    }
  } else if constexpr (Each == of_cta) {
    for (std::uint64_t i = blockIdx.x; i < size; i += gridDim.x) {
      search_rows<one_cta, false>(t, cache, queue[i], 0, cta_threads, tally);
    }
  } else {
    const unsigned begin = blockIdx.x * cta_threads, step = gridDim.x * cta_threads;
    for (std::uint32_t i = 0; i < size; ++i) search_rows<one_cta, true>(t, cache, queue[i], begin, step, tally);
  }
  __syncwarp();
  if (t.tally) add_tally(t.tally, tally);
}

/// Baseline: one CTA per vertex of the status array.
template <class Offset>
__global__ void __launch_bounds__(cta_threads) bottom_up_array_kernel(const __grid_constant__ traversal<Offset> t) {
  step_tally tally;
  for (std::uint64_t v = blockIdx.x; v < t.num_vertices; v += gridDim.x) {
    // Only this CTA writes the status, after a barrier behind all of its threads' reads.
    if (t.status[v] == unvisited) {
      search_rows<one_cta, false>(t, nullptr, static_cast<std::uint32_t>(v), 0, cta_threads, tally);
    }
  }
  __syncwarp();
  if (t.tally) add_tally(t.tally, tally);
}

}  // namespace fathom::bfs_engine::enterprise
