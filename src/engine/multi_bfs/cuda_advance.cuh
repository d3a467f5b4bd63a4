// The step of each level that looks at all vertices, 32 to a warp, and settles what they find.
#pragma once

#include "engine/multi_bfs/cuda_pull.cuh"

namespace fathom::multi_bfs_engine {

/// What a lane knows of the vertex that is its own among 32.
struct own_vertex {
  unsigned degree = 0;              ///< in `out`
  edge_offset first = 0, last = 0;  ///< edges in `in`, where vertices pull
  bool is_long = false;
  bool meets_full = false;  ///< its first neighbour is full
};

template <bool Pulls>
__device__ own_vertex look_up(const bitwise_search& s, std::uint32_t v, bool wanted) {
  own_vertex own;
  const edge_offset* const out = s.out.offsets + (wanted ? v : 0);
  const edge_offset out_first = out[0], out_last = out[1];
  own.degree = static_cast<unsigned>(min(out_last - out_first, static_cast<edge_offset>(0xFFFFFFFFu)));
  if constexpr (Pulls) {
    own.first = out_first, own.last = out_last;
    if (s.directed) own.first = s.in.offsets[wanted ? v : 0], own.last = s.in.offsets[(wanted ? v : 0) + std::size_t{1}];
    own.is_long = own.last - own.first > long_row;
    const std::uint32_t head = load_if(wanted && s.heads, s.heads + std::size_t{v} * s.head_width, v);
    own.meets_full = wanted && bit_of(load_state_if(wanted, s.states + head / 32).x, head);
  }
  return own;
}

/// With `Pulls`, open vertices pull, those of long rows what their pieces have left in the next row; else they take what was pushed
/// there.
template <int Lanes, bool Counts, bool Pulls>
__global__ void __launch_bounds__(block_threads) advance_kernel(bitwise_search s) {
  __shared__ block_sums<Lanes, Counts> block;
  block.clear();
  const row_group<Lanes> g;
  constexpr unsigned groups = row_group<Lanes>::groups;
  level_sums<Lanes, Counts> sums(block.counts);
  const uint4 active = s.active[g.part];

  for (std::uint32_t w = warp_of_grid(); w < s.words; w += warps_in_grid()) {
    const uint2 state = s.states[w];
    const std::uint32_t changed = s.changed[w];
    std::uint32_t looked_at = ~state.x;
    if constexpr (!Pulls) {
      const std::uint32_t touched = s.touched[w];
      looked_at &= changed | touched;
      __syncwarp();
      if (lane() == 0 && touched != 0) s.touched[w] = 0;
    }
    unsigned found_bits = 0, full_bits = 0;
    if (looked_at != 0) {
      const own_vertex own = look_up<Pulls>(s, w * 32 + lane(), bit_of(looked_at, lane()));
#pragma unroll 1
      for (unsigned step = 0; step < Lanes; ++step) {
        const unsigned of_step = Lanes == 1 ? all_lanes : ((1u << (groups % 32)) - 1) << (step * groups);
        if ((looked_at & of_step) == 0) continue;
        const unsigned i = step * groups + g.number;
        const int from = static_cast<int>(i);
        group_vertex at;
        at.v = w * 32 + i;
        at.is_here = bit_of(looked_at, i);
        at.was_changed = at.is_here && bit_of(changed, i);
        at.degree = __shfl_sync(all_lanes, own.degree, from);
        at.seen = load_row_if(at.is_here && bit_of(state.y, i), s.rows + g.at(at.v));
        at.missing = select(at.is_here, without(active, at.seen), no_bits());
        if (s.report && Pulls) {
          const unsigned missing = g.sum(count(at.missing));
          if (g.part == 0) sums.joint += missing > 0, sums.separate += missing;
        }
        uint4 found;
        if constexpr (Pulls) {
          const bool is_long = __shfl_sync(all_lanes, own.is_long, from), meets_full = __shfl_sync(all_lanes, own.meets_full, from);
          const edge_offset first = __shfl_sync(all_lanes, own.first, from), last = __shfl_sync(all_lanes, own.last, from);
          const bool wants = g.any_of(any(at.missing));
          found = pull_row<Lanes>(s, g, wants && !is_long && !meets_full, first, last, at.missing, sums.inspected);
          found = found | (load_row_if(at.is_here && is_long, s.next_rows + g.at(at.v)) & at.missing);
          found = select(meets_full, at.missing, found);
        } else {
          found = load_row_if(at.is_here, s.next_rows + g.at(at.v)) & at.missing;
        }
        const group_outcome_bits outcome = settle<Lanes, Counts>(s, g, sums, at, found);
        found_bits |= static_cast<unsigned>(outcome.finds) << i;
        full_bits |= static_cast<unsigned>(outcome.is_full) << i;
      }
      found_bits = __reduce_or_sync(all_lanes, found_bits);
      full_bits = __reduce_or_sync(all_lanes, full_bits);
    }
    if (lane() == 0) {
      s.next_states[w] = {state.x | full_bits, state.y | found_bits};
      s.next_changed[w] = found_bits;
    }
  }
  block.take(s, sums);
}

}  // namespace fathom::multi_bfs_engine
