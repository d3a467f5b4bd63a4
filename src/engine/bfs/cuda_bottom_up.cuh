// Bottom-up on the device: every unvisited vertex looks for a visited neighbour, its packed first ones before all others. The bits
// of the first vertices, the hubs in degree order, are in shared memory (Enterprise's hub cache, section 4.3).
#pragma once

#include "engine/bfs/cuda_search.hpp"
#include "engine/bfs/cuda_step.cuh"

namespace fathom::bfs_engine {

/// The bitmap as it was before the level.
struct visited_before {
  const std::uint32_t* bits;
  const std::uint32_t* shared;
  std::uint32_t shared_end;  // vertices

  __device__ bool has(std::uint32_t v) const {
    const std::uint32_t word = v < shared_end ? shared[v / 32] : bits[v / 32];
    return word >> (v % 32) & 1;
  }
};

/// The neighbours behind the heads of the vertices of the lanes that are `wanting`: three by each lane, then eight lanes a row.
/// Returns whether this lane's vertex has found a predecessor.
template <int Width, class Offset>
__device__ bool search_rest(const cuda_search<Offset>& s, const visited_before& before, bool wanting, std::uint32_t v,
                            std::uint32_t& predecessor, unsigned& inspected) {
  constexpr unsigned alone = 3, group = 8, groups = warp_lanes / group;
  Offset e = 0, last = 0;
  if (wanting) e = s.in.offsets[v] + Width, last = s.in.offsets[v + 1];
  bool hit = false;
  std::uint32_t near[alone];
  for (unsigned k = 0; k < alone; ++k) near[k] = e + k < last ? s.in.targets[e + k] : no_vertex;
  for (unsigned k = 0; k < alone; ++k) {
    if (hit || near[k] == no_vertex) continue;
    ++inspected;
    if (before.has(near[k])) hit = true, predecessor = near[k];
  }
  e += alone;
  unsigned pending = __ballot_sync(all_lanes, wanting && !hit && e < last);
  const unsigned my_group = lane() / group;
  while (pending != 0) {
    // The g-th group takes the g-th pending lane's row.
    unsigned owner = warp_lanes;
    for (unsigned g = 0; g < groups && pending != 0; ++g, pending &= pending - 1) {
      if (my_group == g) owner = static_cast<unsigned>(__ffs(static_cast<int>(pending))) - 1;
    }
    Offset from = __shfl_sync(all_lanes, e, static_cast<int>(owner % warp_lanes));
    const Offset to = __shfl_sync(all_lanes, last, static_cast<int>(owner % warp_lanes));
    bool searching = owner < warp_lanes;
    std::uint32_t found = no_vertex;
    while (__any_sync(all_lanes, searching)) {
      const Offset at = from + lane() % group;
      const std::uint32_t u = searching && at < to ? s.in.targets[at] : no_vertex;
      const bool good = u != no_vertex && before.has(u);
      inspected += u != no_vertex;
      const unsigned good_lanes = __ballot_sync(all_lanes, good) >> (my_group * group) & ((1u << group) - 1);
      const unsigned first_good = good_lanes != 0 ? static_cast<unsigned>(__ffs(static_cast<int>(good_lanes))) - 1 : 0;
      const std::uint32_t theirs = __shfl_sync(all_lanes, u, static_cast<int>(my_group * group + first_good));
      if (searching && good_lanes != 0) found = theirs;
      from += group;
      searching = searching && good_lanes == 0 && from < to;
    }
    // Back to the owner of the row.
    for (unsigned g = 0; g < groups; ++g) {
      const unsigned of = __shfl_sync(all_lanes, owner, static_cast<int>(g * group));
      const std::uint32_t it = __shfl_sync(all_lanes, found, static_cast<int>(g * group));
      if (of == lane() && it != no_vertex) hit = true, predecessor = it;
    }
  }
  return hit;
}

/// A warp looks for predecessors of 8 words' vertices at a time: first at the heads of all, whose loads are under way together,
/// then at the rest of those few that have missed, 32 of them side by side.
inline constexpr unsigned chunk_words = 8;

struct warp_chunk {
  std::uint32_t found[chunk_words];       ///< bits
  std::uint8_t missed[chunk_words * 32];  ///< vertices, counted from the chunk's first
};

template <int Width, class Offset>
__device__ bool look_at_heads(const cuda_search<Offset>& s, const visited_before& before, const std::uint32_t (&head)[Width],
                              std::uint32_t& predecessor) {
  bool hit = false;
  for (int h = 0; h < Width; ++h) {
    if (hit || head[h] == no_vertex) continue;
    if (before.has(head[h])) hit = true, predecessor = head[h];
  }
  return hit;
}

/// Four words. Appends to chunk.missed, of which there are `missed`.
template <int Width, class Offset>
__device__ void look_at_words(const cuda_search<Offset>& s, const visited_before& before, std::uint32_t first_word, unsigned at,
                              std::uint32_t unvisited, unsigned level, warp_chunk& chunk, unsigned& missed, unsigned& inspected) {
  constexpr unsigned at_once = 4;
  std::uint32_t head[at_once][Width];
  std::uint32_t wanting[at_once];
  for (unsigned k = 0; k < at_once; ++k) {
    wanting[k] = __shfl_sync(all_lanes, unvisited, static_cast<int>(at + k));
    const bool wants = wanting[k] >> lane() & 1;
    const std::size_t v = (std::size_t{first_word} + at + k) * 32 + lane();
    if constexpr (Width == 4) {
      const uint4 four = wants ? reinterpret_cast<const uint4*>(s.heads)[v] : uint4{no_vertex, no_vertex, no_vertex, no_vertex};
      head[k][0] = four.x, head[k][1] = four.y, head[k][2] = four.z, head[k][3] = four.w;
    } else {
      head[k][0] = wants ? s.heads[v] : no_vertex;
    }
  }
  for (unsigned k = 0; k < at_once; ++k) {
    if (wanting[k] == 0) continue;
    const bool wants = wanting[k] >> lane() & 1;
    const std::uint32_t v = (first_word + at + k) * 32 + lane();
    std::uint32_t predecessor = no_vertex;
    const bool hit = look_at_heads<Width>(s, before, head[k], predecessor);
    inspected += wants;
    if (hit) record(s, v, predecessor, level);
    const unsigned hits = __ballot_sync(all_lanes, hit);
    if (lane() == 0) chunk.found[at + k] = hits;
    const bool goes_on = wants && !hit && v < s.rest_end;
    const unsigned going_on = __ballot_sync(all_lanes, goes_on);
    if (goes_on) chunk.missed[missed + __popc(going_on & ((1u << lane()) - 1))] = static_cast<std::uint8_t>((at + k) * 32 + lane());
    missed += __popc(going_on);
  }
}

/// Writes `next` from `visited`, every word of it.
template <int Width, class Offset>
__device__ void bottom_up(const cuda_search<Offset>& s, const std::uint32_t* visited, std::uint32_t* next, unsigned level,
                          bool use_shared, phase_counters& c, std::uint32_t* shared) {
  __shared__ warp_chunk chunks[block_warps];
  __shared__ unsigned long long scratch[block_warps];
  warp_chunk& chunk = chunks[threadIdx.x / warp_lanes];
  const std::uint32_t words = words_of(s.num_vertices);
  const std::uint32_t copied = use_shared ? min(words, shared_words) : 0;
  for (std::uint32_t i = threadIdx.x; i < copied; i += block_threads) shared[i] = visited[i];
  __syncthreads();
  const visited_before before{visited, shared, copied * 32};
  unsigned count = 0, inspected = 0;
  for (std::uint32_t base = warp_of_grid() * chunk_words; base < words; base += warps_in_grid() * chunk_words) {
    const bool mine = lane() < chunk_words && base + lane() < words;
    const std::uint32_t bits = mine ? visited[base + lane()] : 0;
    const std::uint32_t unvisited = mine ? ~bits & valid_bits(base + lane(), s.num_vertices) : 0;
    if (!__any_sync(all_lanes, unvisited != 0)) {
      if (mine) next[base + lane()] = bits;
      continue;
    }
    if (lane() < chunk_words) chunk.found[lane()] = 0;
    __syncwarp();
    unsigned missed = 0;
    for (unsigned at = 0; at < chunk_words; at += 4) {
      look_at_words<Width>(s, before, base, at, unvisited, level, chunk, missed, inspected);
    }
    __syncwarp();
    for (unsigned i = 0; i < missed; i += warp_lanes) {
      const bool there = i + lane() < missed;
      const unsigned local = there ? chunk.missed[i + lane()] : 0;
      const std::uint32_t v = base * 32 + local;
      std::uint32_t predecessor = no_vertex;
      if (search_rest<Width>(s, before, there, v, predecessor, inspected)) {
        record(s, v, predecessor, level);
        atomicOr(&chunk.found[local / 32], 1u << (local % 32));
      }
    }
    __syncwarp();
    if (mine) {
      const std::uint32_t found = chunk.found[lane()];
      count += static_cast<unsigned>(__popc(found));
      next[base + lane()] = bits | found;
    }
    __syncwarp();
  }
  const unsigned long long all_found = block_sum(static_cast<unsigned long long>(count), scratch);
  if (threadIdx.x == 0 && all_found > 0) atomicAdd(&c.found, static_cast<unsigned>(all_found));
  if (s.records) {
    const unsigned long long all_inspected = block_sum(static_cast<unsigned long long>(inspected), scratch);
    if (threadIdx.x == 0) atomicAdd(&c.inspected, all_inspected);
  }
}

}  // namespace fathom::bfs_engine
