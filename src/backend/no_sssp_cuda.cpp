// Stub of sssp/cuda/searcher.cu for builds without CUDA, in which no device can be selected.
#include "fathom/error.hpp"
#include "sssp/cuda/searcher.hpp"

namespace fathom::sssp_engine {

struct sssp_cuda::state {};

sssp_cuda::sssp_cuda(const weighted_layout&, device, bool) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}
sssp_cuda::~sssp_cuda() = default;
outcome sssp_cuda::run(const request&) { return {}; }
double sssp_cuda::seconds() const { return 0; }
bool sssp_cuda::narrow() const { return false; }
void sssp_cuda::take_distances(double*) const {}
void sssp_cuda::take_predecessors(vertex_id*) const {}

}  // namespace fathom::sssp_engine
