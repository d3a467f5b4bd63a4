// Common code of the tests of pagerank().
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/pagerank.hpp"
#include "reference/power_iteration.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

[[nodiscard]] inline pagerank_result ranks_of(const graph& g, pagerank_options options = {}) {
  options.where = tested_device();
  return fathom::pagerank(g, options);
}

inline void expect_sum_one(const pagerank_result& found) {
  long double sum = 0;
  for (const double rank : found.scores) sum += rank;
  EXPECT_NEAR(static_cast<double>(sum), 1, 1e-13);
}

/// Error bound of the tolerance: t d / (1 - d), plus rounding.
inline void expect_ranks(const pagerank_result& found, const std::vector<double>& expected, double within) {
  ASSERT_EQ(found.scores.size(), expected.size());
  EXPECT_LE(distance_of(found.scores.data(), expected), within);
  if (!expected.empty()) expect_sum_one(found);
}

// Weights whose sums, or contributions divided by them, leave the range of single precision.
inline graph with_extreme_weights() {
  edge_list edges = edges_of(4, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 0}, {3, 0}}, true);
  const float most = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();
  edges.weights = array<edge_weight>(6);
  std::copy_n(std::vector<edge_weight>{most, most, least, least, most, least}.begin(), 6, edges.weights.begin());
  return build(std::move(edges)).g;
}

}  // namespace fathom::test
