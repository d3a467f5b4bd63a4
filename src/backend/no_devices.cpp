// Stub of gpu/devices.cu for builds without CUDA.
#include "fathom/error.hpp"
#include "gpu/devices.hpp"

namespace fathom::cuda {

std::vector<device_description> devices() { return {}; }

std::string why_none() { return "this build of fathom has no CUDA support"; }

std::string pci_bus_id(device) { return {}; }

void copy_from_device(void*, const void*, std::size_t, device) { throw error(error_category::device, why_none()); }

void wait_for_stream(std::uintptr_t, device) { throw error(error_category::device, why_none()); }

}  // namespace fathom::cuda
