// Stub of components/cuda/connected.cpp for builds without CUDA, in which no device can be selected.
#include "components/cuda/connected.hpp"
#include "fathom/error.hpp"

namespace fathom::components_engine {

struct connected_cuda::state {};

connected_cuda::connected_cuda(const graph&, device) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}
connected_cuda::~connected_cuda() = default;
double connected_cuda::run() { return 0; }
void connected_cuda::take(vertex_id*) const {}

}  // namespace fathom::components_engine
