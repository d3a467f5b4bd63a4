// Power law fitted to the tail of a distribution.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fathom/study.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t fewest_values = 50;     // the paper's advice for a usable exponent
constexpr std::size_t fewest_different = 10;    // with fewer, any curve fits
constexpr std::size_t most_starts_tried = 512;  // each costs a pass over the distinct values

using counted_value = std::pair<std::uint64_t, std::uint64_t>;

tail_fit fit_from(const std::vector<counted_value>& values, std::size_t start) {
  tail_fit fit;
  fit.from = values[start].first;
  double logarithms = 0;
  for (std::size_t i = start; i < values.size(); ++i) {
    fit.values += values[i].second;
    logarithms += static_cast<double>(values[i].second) *
                  std::log(static_cast<double>(values[i].first) / (static_cast<double>(fit.from) - 0.5));
  }
  fit.exponent = 1 + static_cast<double>(fit.values) / logarithms;
  double above = static_cast<double>(fit.values);
  for (std::size_t i = start; i < values.size(); ++i) {
    const double data = above / static_cast<double>(fit.values);
    fit.distance = std::max(fit.distance, std::abs(data - fit.at_least(static_cast<double>(values[i].first))));
    above -= static_cast<double>(values[i].second);
  }
  return fit;
}

}  // namespace

double tail_fit::at_least(double k) const { return std::pow((k - 0.5) / (static_cast<double>(from) - 0.5), 1 - exponent); }

double tail_fit::count_at(double k) const { return static_cast<double>(values) * (at_least(k) - at_least(k + 1)); }

std::optional<tail_fit> fit_tail(const value_distribution& all) {
  std::vector<counted_value> values;
  for (const auto& [value, count] : all) {
    if (value > 0) values.emplace_back(value, count);
  }
  std::vector<std::uint64_t> in_tail(values.size() + 1, 0);
  for (std::size_t i = values.size(); i > 0; --i) in_tail[i - 1] = in_tail[i] + values[i - 1].second;
  std::optional<tail_fit> best;
  // Starts in geometric steps where there are many: neighboring ones have nearly the same tail.
  for (std::size_t start = 0; start + fewest_different <= values.size() && in_tail[start] >= fewest_values;
       start += 1 + start / most_starts_tried) {
    const tail_fit fit = fit_from(values, start);
    if (!best || fit.distance < best->distance) best = fit;
  }
  return best;
}

}  // namespace fathom
