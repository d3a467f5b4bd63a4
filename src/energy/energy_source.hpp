// What an energy meter reads: a GPU through NVML, a CPU through RAPL.
#pragma once

#include <optional>

namespace fathom {

struct energy_sample {
  std::optional<double> joules;  ///< a counter that grows
  std::optional<double> watts;   ///< power now, or averaged over power_averaged_seconds()
};

class energy_source {
 public:
  energy_source() = default;
  energy_source(const energy_source&) = delete;
  energy_source& operator=(const energy_source&) = delete;
  virtual ~energy_source() = default;

  /// Never called by two threads at once. Throws error_category::device.
  [[nodiscard]] virtual energy_sample read() = 0;

  /// How far readings may be off, as a share of them.
  [[nodiscard]] virtual double accuracy() const = 0;
  /// How long a time the readings of power are averages over; 0: none.
  [[nodiscard]] virtual double power_averaged_seconds() const = 0;
};

}  // namespace fathom
