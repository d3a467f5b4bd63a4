// Device helpers for BFS steps: conditional loads, claims, records and sums over thread blocks.
#pragma once

#include <cuda/std/cstdint>

#include "bfs/cuda/search.hpp"
#include "bfs/level_rules.hpp"
#include "gpu/loads.cuh"
#include "gpu/warp.cuh"

namespace fathom::bfs_engine {

using cuda::all_lanes;
using cuda::lane;
using cuda::warp_lanes;

__device__ inline unsigned warp_of_grid() { return blockIdx.x * block_warps + threadIdx.x / warp_lanes; }
__device__ inline unsigned warps_in_grid() { return gridDim.x * block_warps; }
__device__ inline unsigned thread_of_grid() { return blockIdx.x * block_threads + threadIdx.x; }
__device__ inline unsigned threads_in_grid() { return gridDim.x * block_threads; }

__device__ inline unsigned exponent_of(unsigned power_of_two) {
  return 31 - static_cast<unsigned>(__clz(static_cast<int>(power_of_two)));
}

__device__ inline unsigned long long global_nanoseconds() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}

/// The bits of word w that belong to vertices.
__device__ inline std::uint32_t valid_bits(std::uint32_t w, std::uint32_t n) {
  if (w >= n / 32 + 1) return 0;
  const std::uint32_t rest = n - w * 32;
  return rest >= 32 ? 0xFFFFFFFFu : (1u << rest) - 1;
}

// Further branch-free loads and claims, in addition to those of gpu/loads.cuh.

using cuda::load_if;

/// Loads from the L2 cache, for data that other thread blocks have just written.
__device__ inline std::uint32_t load_written_if(bool wanted, const std::uint32_t* from, std::uint32_t otherwise) {
  std::uint32_t value;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, %3; @p ld.global.cg.b32 %0, [%1];}"
               : "=r"(value)
               : "l"(from), "r"(static_cast<unsigned>(wanted)), "r"(otherwise));
  return value;
}

/// Returns no_vertex four times if not `wanted`.
__device__ inline uint4 load_if(bool wanted, const uint4* from) {
  uint4 value;
  asm volatile(
      "{.reg .pred p; setp.ne.u32 p, %5, 0; mov.b32 %0, -1; mov.b32 %1, -1; mov.b32 %2, -1; mov.b32 %3, -1; "
      "@p ld.global.v4.b32 {%0, %1, %2, %3}, [%4];}"
      : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
      : "l"(from), "r"(static_cast<unsigned>(wanted)));
  return value;
}

/// Prefetches into the L2 cache.
template <class T>
__device__ void prefetch_if(bool wanted, const T* from) {
  asm volatile("{.reg .pred p; setp.ne.u32 p, %1, 0; @p prefetch.global.L2 [%0];}" ::"l"(from), "r"(static_cast<unsigned>(wanted)));
}

/// Prefetches a sector of 32 bytes into the L2 cache, which evicts it last. Devices below 8.0 have no such hint.
template <class T>
__device__ void prefetch_to_stay(const T* from) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(from));
#else
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
#endif
}

/// Loads a word of a bitmap whose first `near_end` words are also in shared memory at `near`; returns 0 if not `wanted`.
__device__ inline std::uint32_t load_word_if(bool wanted, std::uint32_t word, std::uint32_t near, std::uint32_t near_end,
                                             const std::uint32_t* bitmap) {
  std::uint32_t value;
  asm volatile(
      "{.reg .pred n, f; .reg .b32 a; setp.lt.u32 n, %1, %2; shl.b32 a, %1, 2; add.u32 a, a, %3; setp.ne.and.u32 f, %5, 0, !n; "
      "mov.b32 %0, 0; @n ld.shared.b32 %0, [a]; @f ld.global.b32 %0, [%4];}"
      : "=r"(value)
      : "r"(word), "r"(near_end), "r"(near), "l"(bitmap + word), "r"(static_cast<unsigned>(wanted)));
  return value;
}

/// Sets the bit of v if `wanted`; returns true for the one thread that changed it. Threads that do not want it execute the atomic
/// with 0, because predication becomes a branch, and an atomic inside a branch completes before the next one starts. They should
/// pass different words per warp: atomics on one address are serialized at 2 ns each.
__device__ inline bool claim_if(bool wanted, std::uint32_t* word, std::uint32_t v) {
  const std::uint32_t bit = wanted ? 1u << (v % 32) : 0;
  return (bit & ~atomicOr(word, bit)) != 0;
}

template <class Search>
__device__ void record(const Search& s, std::uint32_t v, std::uint32_t predecessor, unsigned level) {
  if (s.predecessors) s.predecessors[v] = predecessor;
  if (s.distances) s.distances[v] = static_cast<std::int32_t>(level + 1);
  if (v == s.options.target) *s.target_level = level + 1;
}

/// Whether the search ends before level p.level. All threads get the same answer, even if others have already moved on, since their
/// discoveries belong to a later level.
template <class Offset, class Room>
__device__ bool is_over(const cuda_search<Offset, Room>& s, const search_progress& p) {
  return p.frontier == 0 || is_last(s.options, static_cast<hop_count>(p.level)) ||
         (s.options.target != no_vertex && __ldcg(s.target_level) <= p.level);
}

template <class Offset, class Room>
__device__ void write_record(const cuda_search<Offset, Room>& s, search_progress& p, const level_record& r) {
  if (p.levels_recorded < s.most_records) s.records[p.levels_recorded] = r;
  ++p.levels_recorded;
}

/// Ends a level that has found `found` vertices. Called by all threads of a level loop, which all hold the same values.
template <class Search>
__device__ void finish_level(const Search& s, search_progress& p, bool bottom_up, level_record r, unsigned found,
                             unsigned long long began) {
  if (s.records) {
    r.bottom_up = bottom_up;
    r.frontier = p.frontier;
    r.found = found;
    r.nanoseconds = global_nanoseconds() - began;
    if (thread_of_grid() == 0) {
      write_record(s, p, r);
    } else {
      ++p.levels_recorded;
    }
  }
  p.previous = p.frontier;
  p.frontier = found;
  p.reached += found;
  p.classified = 0;
  ++p.level;
}

/// Whether a top-down search may turn bottom-up at a frontier with this number of edges (see bottom_up_pays() in level_rules.hpp).
template <class Search>
__device__ bool pays_bottom_up(const Search& s, const search_progress& p, float edges, unsigned long long unexplored) {
  if (!s.estimates) return true;
  const auto unvisited = static_cast<float>(s.num_vertices - p.reached);
  return bottom_up_pays(s.whole_graph, {static_cast<float>(p.frontier), edges, unvisited, static_cast<float>(unexplored)},
                        static_cast<float>(words_of(s.num_vertices)));
}

/// Whether the frontier has grown so much that the search will have few levels, and bottom-up levels pay: in 20 graphs they did
/// after a growth of 9 and more, and mostly not after one of 8 and less.
template <class Search>
__device__ bool has_grown(const Search& s, const search_progress& p) {
  constexpr unsigned much = 8;
  return !s.estimates || p.frontier / much > p.previous;
}

/// Beamer's rule, restricted to frontiers that one thread block can process, since a bottom-up level costs less than a queue and
/// two barriers.
template <class Search>
__device__ bool frontier_is_small(const Search& s, const search_progress& p) {
  return p.frontier < p.previous && p.frontier <= small_frontier && p.frontier <= vertices_for_top_down(s.options, s.num_vertices);
}

/// Whether a level after a bottom-up level is top-down.
template <class Search>
__device__ bool returns_top_down(const Search& s, const search_progress& p) {
  if (s.options.strategy != bfs_strategy::direction_optimizing || s.options.switching == bfs_switching::hub_ratio) return false;
  if (p.frontier == 0) return false;
  return frontier_is_small(s, p) || (s.estimates && !bottom_up_still_pays(s.num_vertices, s.num_edges, p.frontier, p.reached));
}

/// Reads *from once per thread block and broadcasts it. If every warp read it, contention on one L2 line would cost more than the
/// grid barrier. All threads of the thread block must call this.
template <class T>
__device__ T read_once(const T* from) {
  static_assert(sizeof(T) % sizeof(uint4) == 0);
  constexpr unsigned parts = sizeof(T) / sizeof(uint4);
  __shared__ uint4 copy[parts];
  __syncthreads();
  if (threadIdx.x < parts) copy[threadIdx.x] = __ldcg(reinterpret_cast<const uint4*>(from) + threadIdx.x);
  __syncthreads();
  T value;
  memcpy(&value, copy, sizeof value);
  return value;
}

/// Sum over the thread block, returned to the first thread. All threads of the thread block must call this; `scratch` has one entry
/// per warp.
template <class T>
__device__ T block_sum(T value, T* scratch) {
  value = cuda::warp_sum(value);
  __syncthreads();
  if (lane() == 0) scratch[threadIdx.x / warp_lanes] = value;
  __syncthreads();
  return threadIdx.x < warp_lanes ? cuda::warp_sum(threadIdx.x < block_warps ? scratch[threadIdx.x] : T{0}) : T{0};
}

}  // namespace fathom::bfs_engine
