// Time stamps in a column that nothing names: by all of its values, in any order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/parallel.hpp"

namespace fathom::io {

/// What decides whether a column without a name holds time stamps. Nothing depends on the order of the lines.
struct column_values {
  std::uint64_t count = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  bool whole = true;  ///< all of them
  bool dates = true;  ///< all of them read YYYYMMDD

  void add(const column_values& other) noexcept;
};

/// YYYYMMDD from 1900 to 2100. A day too many is allowed, for single precision rounds such numbers to even ones.
[[nodiscard]] bool is_date(double value) noexcept;

template <class Weight>
[[nodiscard]] column_values values_of(std::span<const Weight> column, int threads) {
  constexpr std::uint64_t values_per_thread = std::uint64_t{1} << 16;
  column_values all;
  all.count = column.size();
  double smallest = all.smallest, largest = all.largest;
  bool whole = true, dates = true;
#pragma omp parallel for num_threads(useful_threads(column.size(), values_per_thread, threads)) \
    reduction(min : smallest) reduction(max : largest) reduction(&& : whole, dates)
  for (std::size_t i = 0; i < column.size(); ++i) {
    const auto value = static_cast<double>(column[i]);
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
    whole = whole && std::trunc(value) == value;
    dates = dates && is_date(value);
  }
  all.smallest = smallest, all.largest = largest, all.whole = whole, all.dates = dates;
  return all;
}

/// All are UNIX times from 1980 to 2100 in seconds, milliseconds, microseconds or nanoseconds, or all are dates.
[[nodiscard]] bool are_calendar_times(const column_values& values) noexcept;

/// Whether the values may count from the first event on: whole numbers from 0 to at least 1000 and 8 times their number.
[[nodiscard]] bool may_count_from_zero(const column_values& values) noexcept;

/// For values that may count from 0, whether they are spread like times: more than half of them differ, and at least half exceed
/// 1/16 of the largest.
template <class Weight>
[[nodiscard]] bool are_spread_like_times(std::span<const Weight> column) {
  constexpr double least_median = 1.0 / 16;
  std::vector<Weight> sorted(column.begin(), column.end());
  std::sort(sorted.begin(), sorted.end());
  const auto median = static_cast<double>(sorted[sorted.size() / 2]);
  if (median < least_median * static_cast<double>(sorted.back())) return false;
  const auto distinct = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  return 2 * distinct > sorted.size();
}

/// For a third column that nothing names: that it holds time stamps, or that it was read as weights.
[[nodiscard]] std::string unnamed_column_note(const column_values& values, bool times);

}  // namespace fathom::io
