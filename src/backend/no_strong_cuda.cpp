// Stub of components/cuda/strong.cu for builds without CUDA, in which no device can be selected.
#include "components/cuda/strong.hpp"
#include "fathom/error.hpp"

namespace fathom::components_engine {

struct strong_cuda::state {};

strong_cuda::strong_cuda(const graph&, device) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}
strong_cuda::~strong_cuda() = default;
strong_cuda::outcome strong_cuda::run(const std::stop_token&) { return {}; }
void strong_cuda::take(vertex_id*) const {}

}  // namespace fathom::components_engine
