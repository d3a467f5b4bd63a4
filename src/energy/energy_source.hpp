// Interface of the energy sources: a GPU through NVML, a CPU through RAPL.
#pragma once

#include <optional>

namespace fathom {

struct energy_sample {
  std::optional<double> joules;  ///< value of a monotonic energy counter
  std::optional<double> watts;   ///< power, averaged over power_averaged_seconds()
};

class energy_source {
 public:
  energy_source() = default;
  energy_source(const energy_source&) = delete;
  energy_source& operator=(const energy_source&) = delete;
  virtual ~energy_source() = default;

  /// Must not be called by two threads at once. Throws error_category::device.
  [[nodiscard]] virtual energy_sample read() = 0;

  /// Relative error bound of the readings: 0.05 means 5 %.
  [[nodiscard]] virtual double accuracy() const = 0;
  /// Averaging time of the power readings in seconds; 0 for instantaneous readings.
  [[nodiscard]] virtual double power_averaged_seconds() const = 0;
};

}  // namespace fathom
