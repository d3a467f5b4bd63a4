#include "charts/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fathom::charts {
namespace {

constexpr double few_decades = 2;  // show 1, 2 and 5 of each
constexpr double per_decade = 3;   // ticks at 1, 2 and 5
constexpr double crowded = 1.3;    // times the wanted number of ticks still fits
constexpr int ends_at_about = 6;   // ticks by which the ends of a linear range are rounded

// The step of 1, 2 or 5 times a power of ten that divides twice `half_span` into at most about `wanted` parts. Halves, because the
// difference of two numbers may exceed the largest double.
double round_step(double half_span, int wanted) {
  const double rough = half_span / std::max(wanted, 2) * 2;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

range round_decades(double low, double high) {
  // Less than a decade: the ends are 1, 2 or 5 times a power of ten.
  const auto below = [](double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {5.0, 2.0}) {
      if (factor * power <= value * (1 + 1e-9)) return factor * power;
    }
    return power;
  };
  const auto above = [&](double value) {
    const double start = below(value);
    if (start >= value * (1 - 1e-9)) return start;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {2.0, 5.0}) {
      if (factor * power >= value) return factor * power;
    }
    return 10 * power;
  };
  range rounded{below(low), above(high)};
  if (!(rounded.low > 0)) rounded.low = low;  // the smallest doubles have no power of ten below
  if (!std::isfinite(rounded.high)) rounded.high = high;
  if (rounded.low < rounded.high) return rounded;
  return {rounded.low / 2, rounded.high * 2};
}

range round_linear(double low, double high) {
  if (low == high) {
    const double room = low == 0 ? 1 : std::abs(low) / 2;
    low -= room, high += room;
  }
  const double step = round_step(high / 2 - low / 2, ends_at_about);
  if (!(step > 0) || !std::isfinite(step)) return {low, high};
  range rounded{std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step};
  if (!std::isfinite(rounded.low)) rounded.low = low;
  if (!std::isfinite(rounded.high)) rounded.high = high;
  return rounded;
}

std::vector<double> linear_ticks(range values, int wanted) {
  const double step = round_step(values.high / 2 - values.low / 2, wanted);
  std::vector<double> all;
  const double start = std::ceil(values.low / step - 1e-9);
  for (int i = 0; i <= std::max(wanted, 2) + 1; ++i) {
    const double value = (start + i) * step;
    if (!(value <= values.high + step * 1e-9)) break;
    all.push_back(value == 0 ? 0 : value);  // no negative zero
  }
  return all;
}

std::vector<double> logarithmic_ticks(range values, int wanted) {
  const int first = static_cast<int>(std::floor(std::log10(values.low) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(values.high) - 1e-9));
  const auto inside = [&](double value) { return value >= values.low * (1 - 1e-9) && value <= values.high * (1 + 1e-9); };
  std::vector<double> all;
  const double decades = std::log10(values.high) - std::log10(values.low);
  if (decades < few_decades || per_decade * decades <= wanted * crowded) {
    for (int decade = first; decade <= last; ++decade) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double value = factor * std::pow(10, decade);
        if (inside(value)) all.push_back(value);
      }
    }
    return all;
  }
  const int every = std::max(1, static_cast<int>(std::ceil(double(last - first) / std::max(wanted, 1))));
  for (int decade = first; decade <= last; decade += every) {
    const double value = std::pow(10, decade);
    if (inside(value)) all.push_back(value);
  }
  return all;
}

struct prefix {
  double factor;
  const char* name;
};
constexpr std::array<prefix, 6> of_numbers = {{{1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}, {1e12, " T"}, {1e15, " P"}}};
constexpr std::array<prefix, 4> of_seconds = {{{1e-9, " ns"}, {1e-6, " us"}, {1e-3, " ms"}, {1, " s"}}};

template <std::size_t Count>
prefix prefix_of(const std::array<prefix, Count>& all, double value) {
  prefix chosen = all.front();
  for (const prefix& one : all) {
    if (value >= one.factor * (1 - 1e-9)) chosen = one;
  }
  return chosen;
}

// Text of a power of ten's exponent.
std::string superscript(int exponent) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

// Numbers that a decimal prefix does not make short.
std::string scientific(double value) {
  int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  double factor = value / std::pow(10, exponent);
  if (!std::isfinite(factor)) return fmt::format("{:.3g}", value);  // denormal: its power of ten is 0
  factor = std::round(factor * 100) / 100;
  const std::string power = "10" + superscript(exponent);
  return factor == 1 ? power : fmt::format("{:g}·{}", factor, power);
}

}  // namespace

bool has_place(scale_kind kind, double value) { return std::isfinite(value) && (kind == scale_kind::linear || value > 0); }

range round_range(scale_kind kind, std::span<const double> values, bool from_zero) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : values) {
    if (has_place(kind, value)) low = std::min(low, value), high = std::max(high, value);
  }
  if (low > high) return kind == scale_kind::linear ? range{0, 1} : range{1, 10};
  if (kind == scale_kind::logarithmic) return round_decades(low, high);
  if (from_zero) low = std::min(low, 0.0), high = std::max(high, 0.0);
  if (from_zero && low == high) return {0, 1};
  return round_linear(low, high);
}

std::vector<double> ticks(scale_kind kind, range values, int wanted) {
  std::vector<double> all;
  if (kind == scale_kind::logarithmic) all = logarithmic_ticks(values, wanted);
  // One tick does not show the scale. Steps that are a little too wide leave one or none.
  for (int more = wanted; all.size() < 2 && more <= 8 * wanted; more *= 2) all = linear_ticks(values, more);
  return all;
}

tick_format::tick_format(quantity values, scale_kind kind, range shown)
    : values_(values), common_(kind == scale_kind::linear ? std::max(std::abs(shown.low), std::abs(shown.high)) : 0) {}

std::string tick_format::text(double value) const {
  const double size = common_ > 0 ? common_ : std::abs(value);
  if (value == 0) return "0";
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (values_ == quantity::seconds && size >= 1e-9 && size < 1e6) {
    const prefix unit = prefix_of(of_seconds, size);
    return fmt::format("{:.4g}{}", value / unit.factor, unit.name);
  }
  const std::string unit = values_ == quantity::seconds ? " s" : "";
  if (size < 1e-3 || size >= 1e18) return scientific(value) + unit;
  const prefix factor = prefix_of(of_numbers, size);
  return fmt::format("{:.4g}{}{}", value / factor.factor, factor.name, unit);
}

scale::scale(scale_kind kind, range values, double first, double last)
    : kind_(kind),
      low_(kind == scale_kind::linear ? values.low : std::log10(values.low)),
      high_(kind == scale_kind::linear ? values.high : std::log10(values.high)),
      first_(first),
      last_(last) {}

double scale::at(double value) const {
  const double place = kind_ == scale_kind::linear ? value : std::log10(value);
  return first_ + (last_ - first_) * ((place / 2 - low_ / 2) / (high_ / 2 - low_ / 2));
}

}  // namespace fathom::charts
