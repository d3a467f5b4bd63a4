// Stands in for devices.cu in a build without CUDA.
#include "cuda/devices.hpp"

namespace fathom::cuda {

std::vector<device_description> devices() { return {}; }

std::string why_none() { return "this build of fathom has no CUDA support"; }

std::string pci_bus_id(device) { return {}; }

void copy_from_device(void*, const void*, std::size_t, device) {}  // no array lies on one

}  // namespace fathom::cuda
