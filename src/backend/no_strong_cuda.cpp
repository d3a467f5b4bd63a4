// Replacement for strong_cuda.cu in builds without CUDA, in which no device can be chosen.
#include "components/cuda/strong.hpp"
#include "fathom/error.hpp"

namespace fathom::components_engine {

struct strong_cuda::state {};

strong_cuda::strong_cuda(const graph&, device) { throw error(error_category::device, "this build has no CUDA; choose the cpu"); }
strong_cuda::~strong_cuda() = default;
strong_cuda::outcome strong_cuda::run(const std::stop_token&) { return {}; }
void strong_cuda::take(vertex_id*) const {}

}  // namespace fathom::components_engine
