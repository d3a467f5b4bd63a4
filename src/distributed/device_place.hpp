// Which device of which machine a rank works on, told apart from all others.
#pragma once

#include <cstdint>

#include "fathom/device.hpp"

namespace fathom {

/// A hash of the machine and the device: the same on two ranks that share both, whatever each of them may see of the machine.
[[nodiscard]] std::uint64_t place_of(device where);

}  // namespace fathom
