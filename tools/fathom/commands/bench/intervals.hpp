// 95 % intervals of medians and of ratios of medians: the percentiles 2.5 and 97.5 of 10,000 bootstrap resamples (Efron, Tibshirani
// 1993, chapter 13), always with the same random numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fathom::program {

struct interval {
  double low = 0, high = 0;
};

/// Interval of the median. Nothing for less than five samples, for which it would be far too narrow, or for one that is not
/// positive.
[[nodiscard]] std::optional<interval> median_interval(const std::vector<double>& samples);

/// Interval of the ratio of medians, second to first. Nothing if median_interval() of either list has nothing.
[[nodiscard]] std::optional<interval> ratio_interval(const std::vector<double>& first, const std::vector<double>& second);

/// "162 us to 194 us"; "-" for nothing.
[[nodiscard]] std::string interval_text(const std::optional<interval>& seconds);

}  // namespace fathom::program
