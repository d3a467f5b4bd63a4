// Stub of cores/cuda/engine.cu for builds without CUDA, in which no device can be selected.
#include "cores/cuda/engine.hpp"
#include "fathom/error.hpp"

namespace fathom::cores_engine {

struct cores_cuda::state {};

cores_cuda::cores_cuda(const graph&, device) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}
cores_cuda::~cores_cuda() = default;
cores_cuda::outcome cores_cuda::run(const std::stop_token&) { return {}; }
void cores_cuda::take(vertex_id*) const {}

}  // namespace fathom::cores_engine
