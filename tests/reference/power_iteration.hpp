// Reference for PageRank: the definition, along out-edges, one vertex after another, in long double.
#pragma once

#include <cmath>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

struct power_iteration {
  double damping = 0.85;
  std::vector<double> personalization{}, dangling{}, start{};  // any scale; empty: uniform
  bool weighted = true;
  int iterations = 2000;
};

inline std::vector<long double> proportions(const std::vector<double>& values, std::size_t n) {
  std::vector<long double> shares(n, 1.0L / static_cast<long double>(n));
  long double sum = 0;
  for (const double value : values) sum += value;
  for (std::size_t v = 0; v < values.size(); ++v) shares[v] = values[v] / sum;
  return shares;
}

inline std::vector<double> ranks_by_hand(const graph& g, const power_iteration& how = {}) {
  const vertex_id n = g.num_vertices();
  const adjacency_view& out = g.view().out;
  const auto weight = [&](edge_offset e) { return how.weighted ? static_cast<long double>(out.weight(e)) : 1.0L; };
  const std::vector<long double> p = proportions(how.personalization, n);
  const std::vector<long double> q = how.dangling.empty() ? p : proportions(how.dangling, n);
  std::vector<long double> rank = proportions(how.start, n);
  for (int i = 0; i < how.iterations; ++i) {
    std::vector<long double> next(n, 0);
    long double dropped = 0, change = 0;
    for (vertex_id u = 0; u < n; ++u) {
      long double all = 0;
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) all += weight(e);
      if (all == 0) dropped += rank[u];
      for (edge_offset e = out.offsets[u]; all > 0 && e < out.offsets[u + 1]; ++e)
        next[out.targets[e]] += rank[u] * weight(e) / all;
    }
    for (vertex_id v = 0; v < n; ++v) {
      next[v] = how.damping * (next[v] + dropped * q[v]) + (1 - static_cast<long double>(how.damping)) * p[v];
      change += std::fabs(next[v] - rank[v]);
    }
    rank.swap(next);
    if (how.iterations == power_iteration{}.iterations && change < 1e-18L) break;
  }
  return {rank.begin(), rank.end()};
}

/// The L1 distance.
inline double distance_of(const double* ranks, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t v = 0; v < expected.size(); ++v) sum += std::fabs(ranks[v] - expected[v]);
  return sum;
}

}  // namespace fathom::test
