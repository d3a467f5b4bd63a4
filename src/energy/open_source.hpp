// The energy source of a device.
#pragma once

#include <memory>

#include "energy/energy_source.hpp"
#include "fathom/device.hpp"

namespace fathom {

/// NVML, or RAPL. Throws error_category::device, saying why, where the device, the library or the readings are not there.
[[nodiscard]] std::unique_ptr<energy_source> open_energy_source(device where);

}  // namespace fathom
