#include "multi_bfs/totals.hpp"

#include "multi_bfs/group_engine.hpp"

namespace fathom::multi_bfs_engine {

vertex_totals no_totals(std::size_t size) {
  vertex_totals totals{array<std::uint32_t>(size), array<std::uint64_t>(size), array<std::uint64_t>(size), array<hop_count>(size)};
  std::fill(totals.reached_by.begin(), totals.reached_by.end(), 0);
  std::fill(totals.distance_sum.begin(), totals.distance_sum.end(), 0);
  std::fill(totals.harmonic_sum.begin(), totals.harmonic_sum.end(), 0);
  std::fill(totals.farthest.begin(), totals.farthest.end(), unreachable);
  return totals;
}

void add_to_callers(const layout& l, const vertex_totals& counted, vertex_totals& sums, int threads) {
  const caller_view caller(l);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (vertex_id v = 0; v < caller.size; ++v) {
    const vertex_id from = caller[v];
    if (from == no_vertex) continue;
    sums.reached_by[v] += counted.reached_by[from];
    sums.distance_sum[v] += counted.distance_sum[from];
    sums.harmonic_sum[v] += counted.harmonic_sum[from];
    sums.farthest[v] = std::max(sums.farthest[v], counted.farthest[from]);
  }
}

}  // namespace fathom::multi_bfs_engine
