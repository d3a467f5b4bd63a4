// Scales of axes: ranges of data, places on the drawing, ticks and their text.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace fathom::charts {

enum class scale_kind { linear, logarithmic };

/// Kind of the numbers of an axis. Seconds get units (us, ms, s), other numbers decimal prefixes (k, M, G).
enum class quantity { number, seconds };

struct range {
  double low = 0, high = 1;  ///< low < high; on a logarithmic scale 0 < low
};

/// Whether a scale of this kind has a place for the value: it is finite and, on a logarithmic scale, above zero.
[[nodiscard]] bool has_place(scale_kind kind, double value);

/// Smallest range with round ends that contains all values that have a place. Never empty, even without values or with only one.
[[nodiscard]] range round_range(scale_kind kind, std::span<const double> values, bool from_zero = false);

/// Round values in the range, ascending: multiples of 1, 2 or 5 times a power of ten; on a logarithmic scale decades, or 1, 2 and 5
/// of each if decades are few. At least two, and at most about `wanted` of them.
[[nodiscard]] std::vector<double> ticks(scale_kind kind, range values, int wanted);

/// Text of ticks and tooltips. On a linear axis all ticks have the unit or prefix of the largest value.
class tick_format {
 public:
  tick_format(quantity values, scale_kind kind, range shown);
  [[nodiscard]] std::string text(double value) const;

 private:
  quantity values_;
  double common_;  // a value whose unit or prefix all ticks have; 0: each has its own
};

/// Maps values to positions, from `first` for the lower end of the range to `last`.
class scale {
 public:
  scale(scale_kind kind, range values, double first, double last);
  [[nodiscard]] double at(double value) const;

 private:
  scale_kind kind_;
  double low_, high_, first_, last_;
};

}  // namespace fathom::charts
