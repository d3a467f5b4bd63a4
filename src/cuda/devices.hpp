// The CUDA devices of this machine, as far as they can be used.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// Where the device is on the PCI bus, "0000:0A:00.0", which names it to other libraries however CUDA counts
/// (CUDA_VISIBLE_DEVICES); empty where it is not there.
[[nodiscard]] std::string pci_bus_id(device where);

/// From the memory of a device that is there.
void copy_from_device(void* to, const void* from, std::size_t bytes, device where);

/// See fathom/device_stream.hpp.
void wait_for_stream(std::uintptr_t stream, device where);

}  // namespace fathom::cuda
