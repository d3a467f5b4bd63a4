// Per-vertex sums over searches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom::multi_bfs_engine {

/// Totals of `size` vertices that no search has reached.
[[nodiscard]] vertex_totals no_totals(std::size_t size);

/// 2^32 / distance, rounded: the unit of harmonic sums.
[[nodiscard]] inline std::uint64_t harmonic_term(hop_count distance) noexcept {
  return ((std::uint64_t{1} << 33) / static_cast<std::uint64_t>(distance) + 1) / 2;
}

/// Records that `searches` searches have discovered v at this distance.
inline void count_at(vertex_totals& totals, vertex_id v, std::uint64_t searches, hop_count distance) noexcept {
  totals.reached_by[v] += static_cast<std::uint32_t>(searches);
  totals.distance_sum[v] += searches * static_cast<std::uint64_t>(distance);
  if (distance > 0) totals.harmonic_sum[v] += searches * harmonic_term(distance);
  totals.farthest[v] = std::max(totals.farthest[v], distance);
}

/// Adds totals in the layout's ids to sums in the caller's.
void add_to_callers(const layout& l, const vertex_totals& counted, vertex_totals& sums, int threads);

}  // namespace fathom::multi_bfs_engine
