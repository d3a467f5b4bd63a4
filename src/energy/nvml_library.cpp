#include "energy/nvml_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "fathom/error.hpp"

namespace fathom::nvml {

void library::close_library::operator()(void* handle) const { dlclose(handle); }

template <class Function>
void library::look_up(Function& function, const char* name) const {
  function = reinterpret_cast<Function>(dlsym(handle_.get(), name));
}

template <class Function>
void library::require(Function& function, const char* name) const {
  look_up(function, name);
  if (function) return;
  throw error(error_category::device,
              fmt::format("{} has no function {}; update NVIDIA's driver, or check that the file is NVML", file_, name));
}

library::library(const std::string& file) : file_(file), handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_) {
    const char* const why = dlerror();  // names the file
    throw error(error_category::device,
                fmt::format("NVML cannot be loaded ({}); install NVIDIA's driver, which includes it", why ? why : file_));
  }
  require(initialize_, "nvmlInit_v2");
  require(shut_down_, "nvmlShutdown");
  require(error_text_, "nvmlErrorString");
  require(device_by_bus_id_, "nvmlDeviceGetHandleByPciBusId_v2");
  look_up(total_energy, "nvmlDeviceGetTotalEnergyConsumption");
  look_up(power_usage, "nvmlDeviceGetPowerUsage");
  look_up(field_values, "nvmlDeviceGetFieldValues");
  look_up(clock, "nvmlDeviceGetClockInfo");
  look_up(max_clock, "nvmlDeviceGetMaxClockInfo");
  look_up(throttle_reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  look_up(driver_version, "nvmlSystemGetDriverVersion");
  check(initialize_(), "starting NVML");
}

library::~library() { shut_down_(); }

void library::check(result status, std::string_view doing) const {
  if (status == success) return;
  throw error(error_category::device, fmt::format("{}: {} (NVML's code {})", doing, error_text_(status), status));
}

device_handle library::find(const std::string& pci_bus_id) const {
  device_handle found = nullptr;
  check(device_by_bus_id_(pci_bus_id.c_str(), &found), "looking up the device at " + pci_bus_id);
  return found;
}

}  // namespace fathom::nvml
