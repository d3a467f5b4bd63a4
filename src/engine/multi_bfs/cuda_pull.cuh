// Vertices pull what their neighbours have seen.
#pragma once

#include "engine/multi_bfs/cuda_device_copy.hpp"
#include "engine/multi_bfs/cuda_settle.cuh"

namespace fathom::multi_bfs_engine {

inline constexpr unsigned looks_at_once = 8;

/// What of `missing` the neighbours at the edges from `first` on have. Each group pulls for a vertex of its own; the whole warp
/// calls it. Ends early where nothing more is missing, or a neighbour is full.
template <int Lanes>
__device__ uint4 pull_row(const bitwise_search& s, const row_group<Lanes>& g, bool wanted, edge_offset first, edge_offset last,
                          uint4 missing, unsigned long long& inspected) {
  constexpr unsigned own_targets = looks_at_once / Lanes;
  uint4 found = no_bits();
  bool going = wanted && first < last;
  while (__any_sync(all_lanes, going)) {
    std::uint32_t target[own_targets];
    uint2 state[own_targets];
#pragma unroll
    for (unsigned k = 0; k < own_targets; ++k) {
      const edge_offset e = first + k * Lanes + g.part;
      target[k] = load_if(going && e < last, s.in.targets + e, no_vertex);
    }
#pragma unroll
    for (unsigned k = 0; k < own_targets; ++k) state[k] = load_state_if(target[k] != no_vertex, s.states + target[k] / 32);
    bool meets_full = false;
#pragma unroll
    for (unsigned k = 0; k < own_targets; ++k) {
      meets_full |= bit_of(state[k].x, target[k]);
      target[k] = bit_of(state[k].y, target[k]) ? target[k] : no_vertex;
    }
    meets_full = g.any_of(meets_full);
#pragma unroll
    for (unsigned k = 0; k < own_targets; ++k) {
#pragma unroll
      for (unsigned j = 0; j < Lanes; ++j) {
        const std::uint32_t u = __shfl_sync(all_lanes, target[k], static_cast<int>(g.first_lane + j));
        found = found | load_row_if(u != no_vertex && !meets_full, s.rows + g.at(u));
      }
    }
    if (going && g.part == 0) inspected += min(static_cast<edge_offset>(looks_at_once), last - first);
    found = select(going && meets_full, missing, found);
    const bool more = g.any_of(any(without(missing, found)));
    first += looks_at_once;
    going = going && more && first < last;
  }
  return found & missing;
}

/// Pieces of long rows, a warp each: what they find goes to the vertex' next row, for the step that looks at all vertices.
template <int Lanes>
__global__ void __launch_bounds__(block_threads) pull_long_rows_kernel(bitwise_search s) {
  const row_group<Lanes> g;
  const uint4 active = s.active[g.part];
  unsigned long long inspected = 0;
  for (std::uint64_t i = warp_of_grid(); i < s.num_pieces; i += warps_in_grid()) {
    const std::uint32_t v = s.long_vertex[i];
    const std::uint32_t head = s.heads ? s.heads[std::size_t{v} * s.head_width] : v;
    const uint2 state = s.states[v / 32], head_state = s.states[head / 32];
    // Full, or about to become so without this.
    if (bit_of(state.x, v) || bit_of(head_state.x, head)) continue;
    uint4* const next = s.next_rows + g.at(v);
    const uint4 seen = load_row_if(bit_of(state.y, v), s.rows + g.at(v)) | __ldcg(next);
    const uint4 missing = without(active, seen);
    if (!__any_sync(all_lanes, any(missing))) continue;

    edge_offset e = s.in.offsets[v] + std::uint64_t{s.long_number[i]} * piece_edges;
    const edge_offset end = s.in.offsets[v + 1], last = e + piece_edges < end ? e + piece_edges : end;
    uint4 found = no_bits();
    for (; e < last; e += warp_lanes) {
      std::uint32_t target = load_if(e + lane() < last, s.in.targets + e + lane(), no_vertex);
      const uint2 theirs = load_state_if(target != no_vertex, s.states + target / 32);
      const bool meets_full = __any_sync(all_lanes, bit_of(theirs.x, target));
      target = bit_of(theirs.y, target) ? target : no_vertex;
#pragma unroll
      for (unsigned j = 0; j < Lanes; ++j) {
        const std::uint32_t u = __shfl_sync(all_lanes, target, static_cast<int>(j * row_group<Lanes>::groups + g.number));
        found = found | load_row_if(u != no_vertex && !meets_full, s.rows + g.at(u));
      }
      if (lane() == 0) inspected += min(static_cast<edge_offset>(warp_lanes), last - e);
      found = select(meets_full, missing, union_of_groups<Lanes>(found));
      if (!__any_sync(all_lanes, any(without(missing, found)))) break;
    }
    found = found & missing;
    unsigned* const words = reinterpret_cast<unsigned*>(next);
    if (g.number == 0) {
      if (found.x != 0) atomicOr(words, found.x);
      if (found.y != 0) atomicOr(words + 1, found.y);
      if (found.z != 0) atomicOr(words + 2, found.z);
      if (found.w != 0) atomicOr(words + 3, found.w);
    }
  }
  if (inspected != 0) atomicAdd(&s.result->totals.inspected, inspected);
}

}  // namespace fathom::multi_bfs_engine
