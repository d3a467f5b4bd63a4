// What a device consumes while it works. CUDA devices through NVML, which comes with NVIDIA's driver and is loaded at run time;
// the CPU through the counters of its packages (RAPL), where Linux shows them and they may be read.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "fathom/device.hpp"

namespace fathom {

enum class energy_method {
  counter,        ///< the difference of the device's energy counter, read at both ends
  power_samples,  ///< power integrated over time, where there is no counter or it could not be trusted
};

[[nodiscard]] std::string_view to_string(energy_method method);

/// One window of time. All of the device (chip and memory; of the CPU, all packages of the machine) is measured, whoever uses it.
struct energy_reading {
  double joules = 0;
  double seconds = 0;
  double average_watts = 0;
  double uncertainty_joules = 0;  ///< to either side, worst cases added: the sensor's accuracy, and what was late at both ends
  double min_watts = 0;           ///< of the power samples; 0 where the device gives none
  double max_watts = 0;
  double update_seconds = 0;  ///< longest time that the method's readings stood still, or were apart
  std::size_t samples = 0;
  energy_method method = energy_method::counter;
};

/// Power while nothing is asked of the device.
struct idle_power {
  double watts = 0;
  double spread_watts = 0;  ///< largest less smallest sample
  double seconds = 0;       ///< how long was looked
  std::size_t samples = 0;
};

class source_meter;

/// Measures one device, one window after another. For one thread at a time; while a window is open, a thread of its own looks at
/// the device every few milliseconds.
class energy_meter {
 public:
  /// Throws error_category::device, saying why, where the device, NVML or RAPL, or the readings are not there.
  explicit energy_meter(device where);
  ~energy_meter();
  energy_meter(const energy_meter&) = delete;
  energy_meter& operator=(const energy_meter&) = delete;

  /// Looks at the idle device for so long. Give it a second after its last work: power is averaged over up to that by some devices.
  /// Throws error_category::usage while a window is open, ::device.
  [[nodiscard]] idle_power idle(double seconds = 0.5);

  /// Opens a window. Throws error_category::usage where one is open, ::device.
  void start();
  /// Closes it. Throws error_category::usage where none is open; ::device where the device could not be read in between.
  [[nodiscard]] energy_reading stop();

 private:
  std::unique_ptr<source_meter> meter_;
};

/// Why energy_meter(where) would throw; empty where it would not.
[[nodiscard]] std::string why_no_energy(device where);

}  // namespace fathom
