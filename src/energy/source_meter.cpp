#include "energy/source_meter.hpp"

#include <chrono>
#include <thread>

#include "fathom/error.hpp"

namespace fathom {
namespace {

// Counters are updated every 20 to 100 ms: this sees when. Reading one may take milliseconds of a CPU.
constexpr double seconds_between_samples = 0.020;

}  // namespace

void source_meter::start() {
  if (window_) throw error(error_category::usage, "energy is being measured already; stop that first");
  window_.emplace(*source_, seconds_between_samples);
}

std::vector<timed_sample> source_meter::close_window() {
  // The window is gone whatever comes of it.
  struct reset_at_end {
    std::optional<energy_window>& window;
    ~reset_at_end() { window.reset(); }
  } const reset{window_};
  return window_->close();
}

energy_reading source_meter::stop() {
  if (!window_) throw error(error_category::usage, "no energy is being measured; start that first");
  return energy_of(close_window(), *source_);
}

idle_power source_meter::idle(double seconds) {
  start();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  std::vector<timed_sample> samples = close_window();
  // The counter, late by an update at both ends, says less about so short a time than power does.
  if (samples.front().seen.watts) {
    for (timed_sample& s : samples) s.seen.joules.reset();
  }
  const energy_reading reading = energy_of(samples, *source_);
  return {reading.average_watts, reading.max_watts - reading.min_watts, reading.seconds, reading.samples};
}

}  // namespace fathom
