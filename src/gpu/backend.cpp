#include "gpu/backend.hpp"

#include <algorithm>

#include "fathom/error.hpp"
#include "gpu/capabilities.hpp"

namespace fathom {

#ifdef FATHOM_WITH_CUDA
const gpu_backend* find_gpu_backend() noexcept {
  static constexpr gpu_backend cuda;
  return &cuda;
}
#else
const gpu_backend* find_gpu_backend() noexcept { return nullptr; }
#endif

const gpu_backend& gpu(device where) {
  if (const gpu_backend* const found = find_gpu_backend()) return *found;
  throw error(error_category::device, to_string(where) + ": " + why_no_cuda() + "; use the device cpu");
}

std::vector<device_description> gpu_devices() {
  const gpu_backend* const found = find_gpu_backend();
  return found ? found->devices() : std::vector<device_description>();
}

bool can_search(const device_description& d) {
  static_cast<void>(cuda::gpu_limit());
  const gpu_backend* const found = find_gpu_backend();
  return found && d.where.kind == device_kind::cuda &&
         d.compute_capability >= std::max(cuda::least_compute_capability, found->oldest_compiled());
}

std::string why_no_cuda() {
  const gpu_backend* const found = find_gpu_backend();
  return found ? found->why_none() : "this build of fathom has no CUDA support";
}

}  // namespace fathom
