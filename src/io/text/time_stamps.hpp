// Detection of time stamps in an unnamed column from all of its values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.hpp"

namespace fathom::io {

/// Statistics that decide whether an unnamed column holds time stamps. They do not depend on the order of the lines.
struct column_statistics {
  std::uint64_t count = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  bool whole = true;  ///< all values are integers
  bool dates = true;  ///< all values are dates YYYYMMDD

  void add(const column_statistics& other) noexcept;
};

/// Whether the value is a date YYYYMMDD from 1900 to 2100. Day 32 is allowed, because single precision rounds such numbers to even.
[[nodiscard]] bool is_date(double value) noexcept;

template <class Weight>
[[nodiscard]] column_statistics values_of(std::span<const Weight> column, int threads) {
  constexpr std::uint64_t values_per_thread = std::uint64_t{1} << 16;
  column_statistics all;
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

/// Whether all values are UNIX times from 1980 to 2100 in seconds, milliseconds, microseconds or nanoseconds, or all are dates.
[[nodiscard]] bool are_calendar_times(const column_statistics& values) noexcept;

/// Whether the values may be times since the first event: integers from 0 to at least 1000 and at least 8 times their number.
[[nodiscard]] bool may_count_from_zero(const column_statistics& values) noexcept;

/// For values that may count from 0, whether they are distributed like times: more than half of them are distinct, and at least
/// half are at least 1/16 of the largest.
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

/// The note for an unnamed third column: it holds time stamps, or it was read as weights.
[[nodiscard]] std::string unnamed_column_note(const column_statistics& values, bool times);

}  // namespace fathom::io
