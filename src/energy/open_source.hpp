// Choice of the energy source for a device.
#pragma once

#include <memory>

#include "energy/energy_source.hpp"
#include "fathom/device.hpp"

namespace fathom {

/// NVML for a GPU, RAPL for the CPU. Throws error_category::device with the reason if the device, the library or its readings are
/// unavailable.
[[nodiscard]] std::unique_ptr<energy_source> open_energy_source(device where);

}  // namespace fathom
