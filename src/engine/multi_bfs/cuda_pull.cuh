// Vertices pull what their neighbours have seen.
#pragma once

#include "engine/multi_bfs/cuda_device_copy.hpp"
#include "engine/multi_bfs/cuda_settle.cuh"

namespace fathom::multi_bfs_engine {

/// What of `missing` the neighbours at the edges [first, last) have, for the whole warp: 32 neighbours at a time. Ends early where
/// nothing more is missing, or a neighbour is full.
template <int Lanes>
__device__ uint4 pull_edges(const bitwise_search& s, const row_group<Lanes>& g, edge_offset first, edge_offset last, uint4 missing,
                            unsigned long long& inspected) {
  uint4 found = no_bits();
  bool misses = true;
  for (edge_offset e = first; e < last && misses; e += warp_lanes) {
    const std::uint32_t target = load_if(e + lane() < last, s.in.targets + e + lane(), no_vertex);
    std::uint32_t theirs = load_state_if(target != no_vertex, s.states + target);
    const bool meets_full = __any_sync(all_lanes, (theirs & state_full) != 0);
    theirs = meets_full ? 0 : theirs & state_quarters;
    if (__any_sync(all_lanes, theirs != 0)) {
#pragma unroll
      for (unsigned j = 0; j < Lanes; ++j) {
        const int from = static_cast<int>(j * row_group<Lanes>::groups + g.number);
        const std::uint32_t u = __shfl_sync(all_lanes, target, from), quarters = __shfl_sync(all_lanes, theirs, from);
        found = found | load_row_if((quarters & g.quarter) != 0, s.rows + g.at(u));
      }
      found = union_of_groups<Lanes>(found);
    }
    inspected += lane() == 0 ? min(static_cast<edge_offset>(warp_lanes), last - e) : 0;
    found = select(meets_full, missing, found);
    misses = __any_sync(all_lanes, any(without(missing, found)));
  }
  return found & missing;
}

/// Pieces of long rows, a warp each: what they find goes to the vertex' next row, which is zero or an older one, for the step that looks
/// at all vertices.
template <int Lanes>
__global__ void __launch_bounds__(block_threads, 4) pull_long_rows_kernel(bitwise_search s) {
  const row_group<Lanes> g;
  const uint4 active = s.active[g.part];
  unsigned long long inspected = 0;
  std::uint64_t i = warp_of_grid();
  std::uint32_t v = i < s.num_pieces ? s.long_vertex[i] : 0, number = i < s.num_pieces ? s.long_number[i] : 0;
  while (i < s.num_pieces) {
    const std::uint32_t this_vertex = v, this_number = number;
    i += warps_in_grid();
    // The next one's, long before they are needed.
    v = load_if(i < s.num_pieces, s.long_vertex + i, 0);
    number = load_if(i < s.num_pieces, s.long_number + i, 0);

    const std::uint32_t head = s.heads ? s.heads[std::size_t{this_vertex} * s.head_width] : this_vertex;
    const edge_offset row = s.in.offsets[this_vertex], end = s.in.offsets[this_vertex + std::size_t{1}];
    const std::uint32_t state = s.states[this_vertex];
    // Full, or about to become so without this.
    if (((state | s.states[head]) & state_full) != 0) continue;
    uint4* const next = s.next_rows + g.at(this_vertex);
    const uint4 older = __ldcg(next), seen = load_row_if((state & g.quarter) != 0, s.rows + g.at(this_vertex)) | older;
    const uint4 missing = without(active, seen);
    if (!__any_sync(all_lanes, any(missing))) continue;

    const edge_offset first = row + std::uint64_t{this_number} * piece_edges, last = first + piece_edges < end ? first + piece_edges : end;
    const uint4 found = pull_edges(s, g, first, last, missing, inspected);
    if (g.number != 0 || !any(found)) continue;
    if (end - row <= piece_edges) {
      *next = older | found;
    } else {
      unsigned* const words = reinterpret_cast<unsigned*>(next);
      if (found.x != 0) atomicOr(words, found.x);
      if (found.y != 0) atomicOr(words + 1, found.y);
      if (found.z != 0) atomicOr(words + 2, found.z);
      if (found.w != 0) atomicOr(words + 3, found.w);
    }
  }
  if (inspected != 0) atomicAdd(&s.result->totals.inspected, inspected);
}

}  // namespace fathom::multi_bfs_engine
