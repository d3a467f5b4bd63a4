// Stands in for devices.cu in a build without CUDA.
#include "cuda/devices.hpp"

namespace fathom::cuda {

std::vector<device_description> devices() { return {}; }

std::string why_none() { return "this build of fathom has no CUDA support"; }

}  // namespace fathom::cuda
