// CUDA devices of this machine, for the table of gpu/backend.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fathom/device.hpp"

namespace fathom::cuda {

/// Minimum for searching: thread block clusters and the amount of shared memory that the kernels use need 9.0.
inline constexpr int least_compute_capability = 90;

/// All CUDA devices; empty if there is no device or no driver. Never fails.
[[nodiscard]] std::vector<device_description> devices();

/// Why devices() is empty, or an empty string if it is not.
[[nodiscard]] std::string why_none();

/// PCI bus id of the device, such as "0000:0A:00.0", which identifies it to other libraries however CUDA numbers devices
/// (CUDA_VISIBLE_DEVICES). Empty if the device does not exist.
[[nodiscard]] std::string pci_bus_id(device where);

/// Copies from the memory of an existing device to host memory; returns when the copy is complete.
void copy_from_device(void* to, const void* from, std::size_t bytes, device where);

/// See fathom/device_stream.hpp.
void wait_for_stream(std::uintptr_t stream, device where);

}  // namespace fathom::cuda
