// Energy of a measurement window, computed from its samples.
#include <algorithm>
#include <optional>

#include "energy/energy_window.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

// With fewer observed updates than this, the counter's update interval is unknown.
constexpr int fewest_updates = 3;

struct power_seen {
  double joules = 0;  // by the trapezoidal rule
  double min = 0, max = 0;
  double longest_gap = 0;
};

std::optional<power_seen> summarize_power(std::span<const timed_sample> samples) {
  power_seen power;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i].seen.watts) return {};
    const double watts = *samples[i].seen.watts;
    power.min = i == 0 ? watts : std::min(power.min, watts);
    power.max = i == 0 ? watts : std::max(power.max, watts);
    if (i == 0) continue;
    const double gap = samples[i].seconds - samples[i - 1].seconds;
    power.joules += gap * (watts + *samples[i - 1].seen.watts) / 2;
    power.longest_gap = std::max(power.longest_gap, gap);
  }
  return power;
}

struct counter_seen {
  double joules = 0;
  double longest_still = 0;  // upper bound on the seconds between updates: the longest observed stretch plus one sampling interval
};

// Empty if there is no counter, if it ran backward (it wrapped or the driver was reloaded), or if it had too few updates.
std::optional<counter_seen> summarize_counter(std::span<const timed_sample> samples) {
  int updates = 0;
  double still = 0, gap = 0, last_change = samples.front().seconds;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i].seen.joules) return {};
    if (i == 0) continue;
    const double grown = *samples[i].seen.joules - *samples[i - 1].seen.joules;
    if (grown < 0) return {};
    gap = std::max(gap, samples[i].seconds - samples[i - 1].seconds);
    still = std::max(still, samples[i].seconds - last_change);
    if (grown > 0) ++updates, last_change = samples[i].seconds;
  }
  if (updates < fewest_updates) return {};
  return counter_seen{*samples.back().seen.joules - *samples.front().seen.joules, still + gap};
}

}  // namespace

energy_reading energy_of(std::span<const timed_sample> samples, const energy_source& source) {
  const std::optional<counter_seen> counter = summarize_counter(samples);
  const std::optional<power_seen> power = summarize_power(samples);
  if (!counter && !power) {
    throw error(error_category::device,
                "the energy counter did not advance steadily, and the device does not report power; measure for longer");
  }
  energy_reading reading;
  reading.seconds = samples.back().seconds - samples.front().seconds;
  reading.samples = samples.size();
  if (power) reading.min_watts = power->min, reading.max_watts = power->max;
  if (counter) {
    reading.method = energy_method::counter;
    reading.joules = counter->joules;
    reading.update_seconds = counter->longest_still;
  } else {
    reading.method = energy_method::power_samples;
    reading.joules = power->joules;
    reading.update_seconds = power->longest_gap;
  }
  reading.average_watts = reading.seconds > 0 ? reading.joules / reading.seconds : 0;
  const double off = source.accuracy() * reading.joules;
  if (counter) {
    // The first reading may lag behind the window's start and the last one behind its end, each by at most one update.
    reading.uncertainty_joules = off + reading.update_seconds * std::max(reading.max_watts, reading.average_watts);
  } else {
    // Power readings lag by the averaging time, and changes between two samples are missed.
    const double late = source.power_averaged_seconds() + reading.update_seconds;
    reading.uncertainty_joules = off + (late < reading.seconds ? late * (reading.max_watts - reading.min_watts) : reading.joules);
  }
  return reading;
}

}  // namespace fathom
