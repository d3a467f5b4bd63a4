#include "energy/gpu_clocks.hpp"

#include <array>

#include "fathom/error.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

struct named_reason {
  unsigned long long bit;
  std::string_view name;
};

// nvmlClocksThrottleReason... of nvml.h. Idle, chosen application clocks and synchronized boost are states, not slowdowns.
constexpr named_reason slowdowns[] = {{0x4, "power cap"},
                                      {0x8, "hardware slowdown"},
                                      {0x20, "temperature, by software"},
                                      {0x40, "temperature, by hardware"},
                                      {0x80, "power brake"}};

}  // namespace

gpu_clocks read_gpu_clocks(const std::string& pci_bus_id, const std::string& library_file) {
  const nvml::library nvml(library_file);
  const nvml::device_handle gpu = nvml.find(pci_bus_id);
  gpu_clocks now;
  const auto read = [&](auto function, int which) {
    unsigned megahertz = 0;
    return function != nullptr && function(gpu, which, &megahertz) == nvml::success ? megahertz : 0;
  };
  now.sm_megahertz = read(nvml.clock, nvml::clock_sm);
  now.memory_megahertz = read(nvml.clock, nvml::clock_memory);
  now.max_sm_megahertz = read(nvml.max_clock, nvml::clock_sm);
  unsigned long long reasons = 0;
  if (nvml.throttle_reasons != nullptr && nvml.throttle_reasons(gpu, &reasons) == nvml::success) {
    for (const named_reason& one : slowdowns) {
      if ((reasons & one.bit) != 0) now.slowed_by.push_back(one.name);
    }
  }
  std::array<char, 80> version{};  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
  if (nvml.driver_version != nullptr && nvml.driver_version(version.data(), version.size()) == nvml::success)
    now.driver = version.data();
  return now;
}

std::optional<gpu_clocks> read_gpu_clocks(device where) {
  if (where.kind == device_kind::cpu || gpu_devices().empty()) return std::nullopt;
  try {
    return read_gpu_clocks(gpu(where).pci_bus_id(where));
  } catch (const error&) {
    return std::nullopt;
  }
}

}  // namespace fathom
