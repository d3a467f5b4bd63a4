// Results of unreached vertices, written at the end of a search; all others were written when they were discovered.
#pragma once

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine {

/// Called by all thread blocks. Each lane tests one word of the bitmap, and the whole warp writes the vertices of one word at a
/// time, since few words have any.
template <class Search>
__device__ void write_unreached(const Search& s, const std::uint32_t* visited) {
  const std::uint32_t words = words_of(s.num_vertices);
  for (std::uint32_t base = warp_of_grid() * warp_lanes; base < words; base += warps_in_grid() * warp_lanes) {
    const std::uint32_t w = base + lane();
    const std::uint32_t unvisited = w < words ? ~visited[s.word_of(w * 32)] : 0;
    cuda::for_each_bit(__ballot_sync(all_lanes, unvisited != 0), [&](int k) {
      const std::uint32_t v = (base + static_cast<unsigned>(k)) * 32 + lane();
      if (!(__shfl_sync(all_lanes, unvisited, k) >> lane() & 1)) return;
      if (s.predecessors) s.predecessors[v] = no_vertex;
      if (s.distances) s.distances[v] = unreachable;
    });
  }
}

}  // namespace fathom::bfs_engine
