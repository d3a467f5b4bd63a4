// Stub of triangles/cuda/counting.cpp for builds without CUDA, in which no device can be selected.
#include "fathom/error.hpp"
#include "triangles/cuda/counting.hpp"

namespace fathom::triangles_engine {

struct triangles_cuda::state {};

triangles_cuda::triangles_cuda(const graph&, device) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}
triangles_cuda::~triangles_cuda() = default;
void triangles_cuda::orient() {}
void triangles_cuda::count(const run_control&) {}
void triangles_cuda::take(std::uint64_t*) {}
double triangles_cuda::seconds() const { return 0; }

}  // namespace fathom::triangles_engine
