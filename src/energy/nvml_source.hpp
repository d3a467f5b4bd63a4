// Energy and power of one NVIDIA GPU, read through NVML.
#pragma once

#include <string>

#include "energy/energy_source.hpp"
#include "energy/nvml_library.hpp"

namespace fathom {

class nvml_source final : public energy_source {
 public:
  /// Throws error_category::device if the device does not exist or if neither its energy nor its power can be read.
  explicit nvml_source(const std::string& pci_bus_id, const std::string& library_file = nvml::library_file);

  [[nodiscard]] energy_sample read() override;
  [[nodiscard]] double accuracy() const override;
  [[nodiscard]] double power_averaged_seconds() const override;

 private:
  enum class power_reading { none, instant, usage };

  nvml::result read_energy(double& joules) const;
  nvml::result read_power(power_reading how, double& watts) const;

  nvml::library nvml_;
  nvml::device_handle device_;
  bool has_counter_ = false;
  power_reading power_ = power_reading::none;
};

}  // namespace fathom
