#include "gpu/devices.hpp"

#include "gpu/backend.hpp"

#include <cuda_runtime_api.h>

namespace fathom::cuda {
namespace {

// On a machine without a driver the runtime returns an error code; here that means no devices, not a failure.
cudaError_t count_devices(int& count) {
  count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    count = 0;
    cudaGetLastError();  // clear it: later calls must not see this one's failure
  }
  return status;
}

}  // namespace

std::vector<device_description> devices() {
  int count = 0;
  count_devices(count);
  std::vector<device_description> found;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) continue;
    found.push_back({device{device_kind::cuda, i}, properties.name, properties.totalGlobalMem, properties.multiProcessorCount,
                     properties.major * 10 + properties.minor});
  }
  return found;
}

std::string why_none() {
  int count = 0;
  const cudaError_t status = count_devices(count);
  if (count > 0) return {};
  int driver = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "no NVIDIA driver found";
  return status == cudaSuccess ? "no CUDA device found" : cudaGetErrorString(status);
}

std::string pci_bus_id(device where) {
  char id[32] = {};  // the runtime requires at least 13 characters
  if (where.kind != device_kind::cuda || cudaDeviceGetPCIBusId(id, sizeof id, where.index) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return {};
  }
  return id;
}

}  // namespace fathom::cuda
