// Initialization of a group of searches.
#pragma once

#include "gpu/kernel.cuh"
#include "multi_bfs/cuda/bit_rows.cuh"

namespace fathom::multi_bfs_engine {

/// Marks all vertices unseen and padding full.
static __global__ void clear_states_kernel(std::uint8_t* states, std::uint64_t size, std::uint32_t n) {
  for (std::uint64_t v = cuda::grid_thread(); v < size; v += cuda::grid_threads()) states[v] = v < n ? 0 : state_full;
}

/// Clears the bit rows of vertices with long adjacency rows on both sides, since chunks OR into them. `lanes` threads per chunk.
static __global__ void clear_long_rows_kernel(const std::uint32_t* vertex, const std::uint32_t* number, std::uint64_t pieces,
                                              unsigned lanes, uint4* rows, uint4* other_rows) {
  for (std::uint64_t i = cuda::grid_thread(); i < pieces * lanes; i += cuda::grid_threads()) {
    if (number[i / lanes] != 0) continue;
    const std::size_t at = std::size_t{vertex[i / lanes]} * lanes + i % lanes;
    rows[at] = no_bits();
    other_rows[at] = no_bits();
  }
}

/// Marks sources[i] visited by search i; one warp per search.
static __global__ void __launch_bounds__(block_threads)
    place_sources_kernel(bitwise_search s, unsigned words_per_row, const vertex_id* sources, unsigned num_sources) {
  unsigned* const rows = reinterpret_cast<unsigned*>(s.next_rows);
  const unsigned i = warp_of_grid();
  const vertex_id v = i < num_sources ? sources[i] : no_vertex;
  if (v == no_vertex) return;
  const unsigned place = i / 32, bit = 1u << (i % 32);
  if (lane() < words_per_row) rows[std::size_t{v} * words_per_row + lane()] = lane() == place ? bit : 0;
  if (lane() != 0) return;
  const unsigned words_a_quarter = words_per_row == 32 ? 8 : 4;
  s.next_states[v] = static_cast<std::uint8_t>(state_fresh | 1u << (place / words_a_quarter));
  atomicOr(&s.next_changed[v / 32], 1u << (v % 32));
  atomicOr(reinterpret_cast<unsigned*>(s.result->active) + place, bit);
  const unsigned long long degree = s.out.offsets[v + std::size_t{1}] - s.out.offsets[v];
  level_totals& totals = s.result->totals;
  atomicAdd(&totals.vertices, 1ull);
  atomicAdd(&totals.traversed, degree);
  atomicAdd(&totals.push_sectors, degree);
  atomicAdd(&totals.found, 1ull);
  if (s.count) s.result->counts[i] = 1;
  if (s.sums.reached_by) {
    ++s.sums.reached_by[v];
    s.sums.farthest[v] = max(s.sums.farthest[v], 0);
  }
}

}  // namespace fathom::multi_bfs_engine
