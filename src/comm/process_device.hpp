// Identity of the device that a process uses, across machines.
#pragma once

#include <cstdint>

#include "fathom/device.hpp"

namespace fathom {

/// A hash of the machine and the device, equal on two processes that share both, regardless of the device numbers visible to each.
[[nodiscard]] std::uint64_t place_of(device where);

}  // namespace fathom
