// Pearson's chi-square statistic of observed counts against exact probabilities.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace fathom::test {

class chi_square {
 public:
  /// Adds an experiment with these outcomes. Outcomes that are expected fewer than five times count as one.
  void add(const std::vector<std::uint64_t>& counts, const std::vector<double>& probabilities) {
    const double total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    double rare_count = 0, rare_expected = 0;
    int cells = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double expected = total * probabilities[i], count = static_cast<double>(counts[i]);
      if (probabilities[i] == 0) {
        EXPECT_EQ(counts[i], 0u) << "of an impossible outcome";
      }
      if (expected < 5) {
        rare_count += count, rare_expected += expected;
        continue;
      }
      statistic_ += (count - expected) * (count - expected) / expected;
      ++cells;
    }
    if (rare_expected >= 5) {
      statistic_ += (rare_count - rare_expected) * (rare_count - rare_expected) / rare_expected;
      ++cells;
    }
    freedom_ += cells > 1 ? cells - 1 : 0;
  }

  [[nodiscard]] int freedom() const { return freedom_; }

  /// Distance of the statistic from its mean in standard deviations: below 4 in magnitude for right probabilities.
  [[nodiscard]] double deviation() const { return (statistic_ - freedom_) / std::sqrt(2.0 * freedom_); }

 private:
  double statistic_ = 0;
  int freedom_ = 0;
};

}  // namespace fathom::test
