// Common code of the tests of pagerank().
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "fathom/pagerank.hpp"
#include "reference/power_iteration.hpp"
#include "tested_device.hpp"

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

}  // namespace fathom::test
