#include <cuda_runtime_api.h>

#include <algorithm>
#include <string>

#include "gpu/backend.hpp"
#include "gpu/runtime.hpp"

namespace fathom::cuda {
namespace {

// Empty kernel for a probe: a device that cannot run it cannot run any kernel of the library.
__global__ void probe_kernel() {}

// The architectures that nvcc generated code for, as 10 times the compute capability, in ascending order.
constexpr int compiled[] = {__CUDA_ARCH_LIST__};
constexpr int unit = 10;  // __CUDA_ARCH_LIST__ has 900 for 9.0

// On a machine without a driver the runtime returns an error code; here that means no devices, not a failure.
cudaError_t count_devices(int& count) {
  count = 0;
  if (why_forked()) return cudaErrorInitializationError;  // the runtime would list the parent's devices
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    count = 0;
    cudaGetLastError();  // clear it: later calls must not see this one's failure
  } else {
    notice_forks();
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
  if (why_forked()) return why_forked();
  int driver = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "no NVIDIA driver found";
  return status == cudaSuccess ? "no CUDA device found" : cudaGetErrorString(status);
}

int oldest_compiled() { return compiled[0] / unit; }

code_image code_for(device where) {
  const current_device current(where.index);
  cudaFuncAttributes attributes{};
  const cudaError_t status = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&probe_kernel));
  if (status != cudaSuccess) static_cast<void>(cudaGetLastError());  // clear it: later calls must not see this one's failure
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction ||
      status == cudaErrorUnsupportedPtxVersion) {
    std::string list;
    for (const int one : compiled) list += (list.empty() ? "sm_" : ", sm_") + std::to_string(one / unit);
    return {0, "this build of fathom was compiled for " + list + " (" + cudaGetErrorString(status) + ")"};
  }
  check(status, "looking up the GPU code");
  return {attributes.ptxVersion, {}};
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
