// Clocks of a GPU and the reasons why they are low, read through NVML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "energy/nvml_library.hpp"
#include "fathom/device.hpp"

namespace fathom {

/// The state at one moment. A value that this driver does not report is 0 or empty.
struct gpu_clocks {
  unsigned sm_megahertz = 0, max_sm_megahertz = 0, memory_megahertz = 0;
  std::vector<std::string_view> slowed_by;  ///< "power cap", "hardware slowdown", ...; an idle GPU is not slowed down
  std::string driver;                       ///< "550.54.15"
};

/// Throws error_category::device if NVML cannot be loaded or does not know the device.
[[nodiscard]] gpu_clocks read_gpu_clocks(const std::string& pci_bus_id, const std::string& library_file = nvml::library_file);
/// Nothing for a CPU, and for a device that NVML does not know.
[[nodiscard]] std::optional<gpu_clocks> read_gpu_clocks(device where);

}  // namespace fathom
