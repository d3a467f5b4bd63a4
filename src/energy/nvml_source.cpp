#include "energy/nvml_source.hpp"

#include <cstring>

#include "fathom/error.hpp"

namespace fathom {
namespace {

// NVML documents +-5 % for early devices and nothing for later ones.
constexpr double stated_accuracy = 0.05;

// Since Ampere, nvmlDeviceGetPowerUsage returns the average over the last second; before, and on GA100, instantaneous power.
constexpr double usage_averaged_seconds = 1.0;

constexpr double milli = 1e-3;
constexpr nvml::result not_there = -1;  // not an NVML code: the loaded NVML lacks the function

}  // namespace

nvml_source::nvml_source(const std::string& pci_bus_id, const std::string& library_file)
    : nvml_(library_file), device_(nvml_.find(pci_bus_id)) {
  double ignored = 0;
  const nvml::result energy = read_energy(ignored);
  has_counter_ = energy == nvml::success;
  nvml::result power = not_there;
  for (const power_reading how : {power_reading::instant, power_reading::usage}) {
    power = read_power(how, ignored);
    if (power == nvml::success) {
      power_ = how;
      break;
    }
  }
  if (has_counter_ || power == nvml::success) return;
  if (energy == not_there && power == not_there) {
    throw error(error_category::device, library_file + " reads neither energy nor power; update NVIDIA's driver");
  }
  nvml_.check(power == not_there ? energy : power, "reading the power of the device at " + pci_bus_id);
}

nvml::result nvml_source::read_energy(double& joules) const {
  if (!nvml_.total_energy) return not_there;
  unsigned long long millijoules = 0;
  const nvml::result status = nvml_.total_energy(device_, &millijoules);
  joules = static_cast<double>(millijoules) * milli;
  return status;
}

nvml::result nvml_source::read_power(power_reading how, double& watts) const {
  unsigned milliwatts = 0;
  nvml::result status = not_there;
  if (how == power_reading::instant && nvml_.field_values) {
    nvml::field_value field;
    field.field_id = nvml::field_power_instant;
    status = nvml_.field_values(device_, 1, &field);
    if (status == nvml::success) status = field.status;
    if (status == nvml::success && field.value_type != nvml::type_unsigned_int) status = not_there;
    std::memcpy(&milliwatts, field.value, sizeof milliwatts);
  } else if (how == power_reading::usage && nvml_.power_usage) {
    status = nvml_.power_usage(device_, &milliwatts);
  }
  watts = milliwatts * milli;
  return status;
}

energy_sample nvml_source::read() {
  energy_sample sample;
  double value = 0;
  if (has_counter_) {
    nvml_.check(read_energy(value), "reading the device's energy");
    sample.joules = value;
  }
  if (power_ != power_reading::none) {
    nvml_.check(read_power(power_, value), "reading the device's power");
    sample.watts = value;
  }
  return sample;
}

double nvml_source::accuracy() const { return stated_accuracy; }

double nvml_source::power_averaged_seconds() const { return power_ == power_reading::usage ? usage_averaged_seconds : 0; }

}  // namespace fathom
