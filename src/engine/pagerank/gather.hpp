// What a vertex is handed by its in-neighbours.
#pragma once

#include "fathom/types.hpp"

namespace fathom::pagerank_engine {

/// Shares of single precision do while ranks change by this much: their rounding, 2^-25, adds up to less than a twentieth of it.
inline constexpr double single_precision_change = 0x1p-20;

/// Four sums: one would wait for itself at each edge. Their order is fixed.
template <class Share>
[[nodiscard]] double gather(const Share* shares, const vertex_id* sources, edge_offset count) {
  double sum[4] = {};
  edge_offset i = 0;
  for (; i + 4 <= count; i += 4) {
    sum[0] += shares[sources[i]];
    sum[1] += shares[sources[i + 1]];
    sum[2] += shares[sources[i + 2]];
    sum[3] += shares[sources[i + 3]];
  }
  for (; i < count; ++i) sum[0] += shares[sources[i]];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// Likewise in proportion to weights.
template <class Share>
[[nodiscard]] double gather(const Share* shares, const vertex_id* sources, const edge_weight* weights, edge_offset count) {
  double sum[2] = {};
  edge_offset i = 0;
  for (; i + 2 <= count; i += 2) {
    sum[0] += static_cast<double>(weights[i]) * shares[sources[i]];
    sum[1] += static_cast<double>(weights[i + 1]) * shares[sources[i + 1]];
  }
  if (i < count) sum[0] += static_cast<double>(weights[i]) * shares[sources[i]];
  return sum[0] + sum[1];
}

}  // namespace fathom::pagerank_engine
