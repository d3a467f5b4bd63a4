// Stub of pagerank/cuda/engine.cu for builds without CUDA, in which no device can be selected.
#include "fathom/error.hpp"
#include "pagerank/cuda/engine.hpp"

namespace fathom::pagerank_engine {

struct pagerank_cuda::state {};

pagerank_cuda::pagerank_cuda(const pagerank_request&, device, bool) {
  throw error(error_category::device, "this build of fathom has no CUDA support; use the device cpu");
}
pagerank_cuda::~pagerank_cuda() = default;
pagerank_run pagerank_cuda::run(double*) { return {}; }
double pagerank_cuda::seconds() const { return 0; }

}  // namespace fathom::pagerank_engine
