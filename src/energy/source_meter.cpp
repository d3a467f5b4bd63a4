#include "energy/source_meter.hpp"

#include <chrono>
#include <thread>

#include "fathom/error.hpp"

namespace fathom {
namespace {

// Short enough to observe counter updates, which come every 20 to 100 ms. Reading a counter may take milliseconds of CPU time.
constexpr double seconds_between_samples = 0.020;

}  // namespace

void source_meter::start() {
  if (window_) throw error(error_category::usage, "energy is already being measured; call stop() first");
  window_.emplace(*source_, seconds_between_samples);
}

std::vector<timed_sample> source_meter::close_window() {
  // Reset the window even if closing it throws.
  struct reset_at_end {
    std::optional<energy_window>& window;
    ~reset_at_end() { window.reset(); }
  } const reset{window_};
  return window_->close();
}

energy_reading source_meter::stop() {
  if (!window_) throw error(error_category::usage, "energy is not being measured; call start() first");
  return energy_of(close_window(), *source_);
}

idle_power source_meter::idle(double seconds) {
  start();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  std::vector<timed_sample> samples = close_window();
  // Over so short a time, power samples are more accurate than the counter, which lags by up to one update at both ends.
  if (samples.front().seen.watts) {
    for (timed_sample& s : samples) s.seen.joules.reset();
  }
  const energy_reading reading = energy_of(samples, *source_);
  return {reading.average_watts, reading.max_watts - reading.min_watts, reading.seconds, reading.samples};
}

}  // namespace fathom
