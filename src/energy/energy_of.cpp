#include <algorithm>
#include <optional>

#include "energy/energy_window.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

// A counter that was seen to change fewer times than this says too little about when it does.
constexpr int fewest_updates = 3;

struct power_seen {
  double joules = 0;  // trapezoids between the samples
  double min = 0, max = 0;
  double longest_gap = 0;
};

std::optional<power_seen> look_at_power(std::span<const timed_sample> samples) {
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
  double longest_still = 0;  // how long it may have stood still: as long as it was seen to, and one look more
};

// Nothing where there is no counter, where it ran backwards (it wrapped, or the driver was loaded again), or hardly moved.
std::optional<counter_seen> look_at_counter(std::span<const timed_sample> samples) {
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
  const std::optional<counter_seen> counter = look_at_counter(samples);
  const std::optional<power_seen> power = look_at_power(samples);
  if (!counter && !power) {
    throw error(error_category::device,
                "the energy counter did not advance steadily, and the device gives no power; measure for longer");
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
    // The counter begins with what was consumed before the window, and lacks its end: an update's worth at most.
    reading.uncertainty_joules = off + reading.update_seconds * std::max(reading.max_watts, reading.average_watts);
  } else {
    // Power seen late, by as much as it is averaged over, and not seen between two samples.
    const double late = source.power_averaged_seconds() + reading.update_seconds;
    reading.uncertainty_joules = off + (late < reading.seconds ? late * (reading.max_watts - reading.min_watts) : reading.joules);
  }
  return reading;
}

}  // namespace fathom
