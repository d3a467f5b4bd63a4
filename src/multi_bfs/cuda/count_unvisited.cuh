// Bottom-up frontiers of a level, counted for a report: vertices that active searches have not visited.
#pragma once

#include "multi_bfs/cuda/bit_rows.cuh"

namespace fathom::multi_bfs_engine {

/// One warp per 32 vertices. Adds to the result's `joint` and `separate`.
template <int Lanes>
__global__ void __launch_bounds__(block_threads) count_unvisited_kernel(bitwise_search s) {
  const row_group<Lanes> g;
  const uint4 active = s.active[g.part];
  unsigned long long joint = 0, separate = 0;
  for (std::uint32_t w = warp_of_grid(); w < s.words; w += warps_in_grid()) {
    for (unsigned step = 0; step < Lanes; ++step) {
      const std::uint32_t v = w * 32 + step * row_group<Lanes>::groups + g.number;
      const std::uint32_t state = s.states[v];
      const bool is_open = (state & state_full) == 0;
      const uint4 seen = load_row_if(is_open && (state & g.quarter) != 0, s.rows + g.at(v));
      const uint4 missing = select(is_open, without(active, seen), no_bits());
      const bool misses = g.any_of(any(missing));
      joint += misses && g.part == 0;
      separate += count(missing);
    }
  }
  cuda::warp_add(&s.result->totals.joint, joint);
  cuda::warp_add(&s.result->totals.separate, separate);
}

}  // namespace fathom::multi_bfs_engine
