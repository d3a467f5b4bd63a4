// Stub of graph/build/cuda/rows.cu and graph/layout/cuda/prepare.cu for builds without CUDA.
#include "graph/build/cuda/rows.hpp"

namespace fathom {

std::string why_not_built_cuda(device, std::uint64_t, std::uint64_t, bool, const row_options&) {
  return "this build of fathom has no CUDA support";
}
std::string why_not_prepared_cuda(device, const graph&, vertex_order) { return "this build of fathom has no CUDA support"; }
rows build_rows_cuda(device, vertex_id, edge_arrays, const row_options&, rows_on_device&, double&) { return {}; }
rows transpose_cuda(device, vertex_id, const rows_on_device&, rows_on_device&) { return {}; }
void prepare_cuda(device, const graph&, vertex_order, layout&, double) {}

}  // namespace fathom
