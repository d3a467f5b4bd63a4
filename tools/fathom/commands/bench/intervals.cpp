#include "commands/bench/intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/random.hpp"
#include "base/text.hpp"

namespace fathom::program {
namespace {

constexpr int resamples = 10000;
constexpr std::uint64_t bootstrap_seed = 1;
constexpr std::size_t fewest_samples = 5;
constexpr double outside = 0.025;  // of the resamples on each side of the interval

double median_in(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

bool are_too_few(const std::vector<double>& samples) {
  const auto not_positive = [](double v) { return !(v > 0); };
  return samples.size() < fewest_samples || std::any_of(samples.begin(), samples.end(), not_positive);
}

// Medians of resamples, one after another.
class resampled {
 public:
  explicit resampled(const std::vector<double>& samples) : samples_(samples), drawn_(samples.size()) {}

  double median(std::uint64_t& draws) {
    for (double& value : drawn_) value = samples_[bounded(random_bits(bootstrap_seed, draws++), samples_.size())];
    return median_in(drawn_);
  }

 private:
  const std::vector<double>& samples_;
  std::vector<double> drawn_;
};

// The percentiles of `resamples` values.
template <class Draw>
interval percentiles(const Draw& draw) {
  std::vector<double> values;
  std::uint64_t draws = 0;
  for (int i = 0; i < resamples; ++i) values.push_back(draw(draws));
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) { return values[static_cast<std::size_t>(share * (resamples - 1))]; };
  return {at(outside), at(1 - outside)};
}

}  // namespace

std::optional<interval> median_interval(const std::vector<double>& samples) {
  if (are_too_few(samples)) return {};
  resampled all(samples);
  return percentiles([&](std::uint64_t& draws) { return all.median(draws); });
}

std::optional<interval> ratio_interval(const std::vector<double>& first, const std::vector<double>& second) {
  if (are_too_few(first) || are_too_few(second)) return {};
  resampled a(first), b(second);
  return percentiles([&](std::uint64_t& draws) {
    const double below = a.median(draws);
    return b.median(draws) / below;
  });
}

std::string interval_text(const std::optional<interval>& seconds) {
  return seconds ? fmt::format("{} to {}", human_seconds(seconds->low), human_seconds(seconds->high)) : "-";
}

}  // namespace fathom::program
