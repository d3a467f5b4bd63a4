// Energy consumption of a device. CUDA devices are measured through NVML, which comes with NVIDIA's driver and is loaded at run
// time; the CPU through the counters of its packages (RAPL), if Linux exposes them and they are readable.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "fathom/device.hpp"

namespace fathom {

enum class energy_method {
  counter,        ///< difference of the device's energy counter between both ends of the window
  power_samples,  ///< power integrated over time, if there is no counter or it did not advance steadily
};

/// "energy counter", "power samples".
[[nodiscard]] std::string_view to_string(energy_method method);

/// One measurement window. The whole device is measured (chip and memory; for the CPU, all packages of the machine), regardless
/// of which programs use it.
struct energy_reading {
  double joules = 0;
  double seconds = 0;
  double average_watts = 0;
  double uncertainty_joules = 0;  ///< plus or minus, worst case: the sensor's accuracy plus the lag at both ends
  double min_watts = 0;           ///< smallest power sample; 0 if the device does not report power
  double max_watts = 0;           ///< largest power sample
  double update_seconds = 0;      ///< longest time between updates of the counter, or between power samples
  std::size_t samples = 0;
  energy_method method = energy_method::counter;
};

/// Power of the idle device.
struct idle_power {
  double watts = 0;
  double spread_watts = 0;  ///< largest minus smallest sample
  double seconds = 0;       ///< duration of the measurement
  std::size_t samples = 0;
};

class source_meter;

/// Measures one device in consecutive windows. Not thread-safe. While a window is open, an internal thread samples the device every
/// 20 ms.
class energy_meter {
 public:
  /// Throws error_category::device with the reason if the device, NVML or RAPL, or their readings are unavailable.
  explicit energy_meter(device where);
  ~energy_meter();
  energy_meter(const energy_meter&) = delete;
  energy_meter& operator=(const energy_meter&) = delete;

  /// Measures the idle device for `seconds`. Wait a second after its last work first: some devices average power over up to that
  /// time. Throws error_category::usage while a window is open, ::device.
  [[nodiscard]] idle_power idle(double seconds = 0.5);

  /// Opens a window. Throws error_category::usage if one is open, ::device.
  void start();
  /// Closes the window. Throws error_category::usage if none is open, ::device if the device could not be read.
  [[nodiscard]] energy_reading stop();

 private:
  std::unique_ptr<source_meter> meter_;
};

/// Why the constructor energy_meter(where) would throw; empty if it would not.
[[nodiscard]] std::string why_no_energy(device where);

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const energy_reading& r, Field&& field) {
  field("method", r.method, "text", "source of the reading");
  field("joules", r.joules, "J", "energy that the device consumed, including use by other programs");
  field("uncertainty_joules", r.uncertainty_joules, "J", "plus or minus, worst case");
  field("seconds", r.seconds, "s", "length of the window");
  field("average_watts", r.average_watts, "W", "joules per second of the window");
  field("min_watts", r.min_watts, "W", "smallest power sample; 0 if the device does not report power");
  field("max_watts", r.max_watts, "W", "largest power sample");
  field("seconds_between_updates", r.update_seconds, "s", "longest time between updates of the counter or power samples");
  field("samples", r.samples, "samples", "number of samples");
}

}  // namespace fathom
