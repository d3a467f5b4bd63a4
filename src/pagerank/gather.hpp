// Gathered contributions of the in-neighbors of a vertex.
#pragma once

#include "fathom/types.hpp"

namespace fathom::pagerank_engine {

/// Single-precision contributions suffice while scores change by at least this much: their rounding errors, 2^-25 on average for a
/// score and for its quotient, add up to about a twentieth of it.
inline constexpr double single_precision_change = 0x1p-20;

/// Four partial sums, since a single one would be latency-bound; the order of summation is fixed.
template <class Share>
[[nodiscard, gnu::always_inline]] inline double gather(const Share* shares, const vertex_id* sources, edge_offset count) {
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

/// The same in proportion to edge weights.
template <class Share>
[[nodiscard, gnu::always_inline]] inline double gather(const Share* shares, const vertex_id* sources, const edge_weight* weights,
                                                       edge_offset count) {
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
