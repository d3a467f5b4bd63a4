// The CUDA devices of this machine, as far as they can be used.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fathom/device.hpp"

namespace fathom::cuda {

/// Of a device that is searched: clusters of blocks, and the shared memory that the kernels plan with, came with it.
inline constexpr int least_compute_capability = 90;

/// Empty where there is none, no driver, or the library was built without CUDA. Never fails.
[[nodiscard]] std::vector<device_description> devices();

/// Why devices() is empty; empty where it is not.
[[nodiscard]] std::string why_none();

/// From the memory of a device that is there.
void copy_from_device(void* to, const void* from, std::size_t bytes, device where);

}  // namespace fathom::cuda
