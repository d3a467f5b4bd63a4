#include "io/text/time_stamps.hpp"

#include <fmt/format.h>

namespace fathom::io {
namespace {

constexpr double first_second = 315532800;  // 1980-01-01, UNIX time
constexpr double last_second = 4102444800;  // 2100-01-01
constexpr double least_span = 1000;         // for times that count from 0: weights often have a smaller range
constexpr double least_span_per_value = 8;  // and a range that grows more slowly than their number

}  // namespace

void column_statistics::add(const column_statistics& other) noexcept {
  count += other.count;
  smallest = std::min(smallest, other.smallest);
  largest = std::max(largest, other.largest);
  whole = whole && other.whole;
  dates = dates && other.dates;
}

bool is_date(double value) noexcept {
  constexpr double first_date = 19000101, last_date = 21001232;
  if (!(value >= first_date && value <= last_date)) return false;
  const auto date = static_cast<std::uint32_t>(value);
  const std::uint32_t month = date / 100 % 100, day = date % 100;
  return month >= 1 && month <= 12 && day >= 1 && day <= 32;
}

bool are_calendar_times(const column_statistics& values) noexcept {
  if (values.count == 0 || !values.whole) return false;
  for (const double units : {1e0, 1e3, 1e6, 1e9}) {
    if (values.smallest >= units * first_second && values.largest <= units * last_second) return true;
  }
  return values.dates;
}

bool may_count_from_zero(const column_statistics& values) noexcept {
  return values.count > 0 && values.whole && values.smallest == 0 && values.largest >= least_span &&
         values.largest >= least_span_per_value * static_cast<double>(values.count);
}

std::string unnamed_column_note(const column_statistics& values, bool times) {
  if (!times) return "column 3 was read as weights (use --no-weights to ignore it)";
  return fmt::format(
      "column 3 was ignored: its values, {:.0f} to {:.0f}, are time stamps (use --weight-column 3 to read it "
      "as weights)",
      values.smallest, values.largest);
}

}  // namespace fathom::io
