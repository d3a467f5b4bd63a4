#include "graph/layout/cuda/invert_order.hpp"

#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"

namespace fathom {
namespace {

__global__ void __launch_bounds__(cuda::wide_block)
    invert_kernel(const vertex_id* to_caller, vertex_id kept, vertex_id* to_internal) {
  for (std::uint64_t v = cuda::grid_thread(); v < kept; v += cuda::grid_threads())
    to_internal[to_caller[v]] = static_cast<vertex_id>(v);
}

}  // namespace

void invert_order(const vertex_id* to_caller, vertex_id kept, vertex_id* to_internal, const cuda::stream& s) {
  invert_kernel<<<cuda::wide_grid(kept), cuda::wide_block, 0, s.get()>>>(to_caller, kept, to_internal);
  cuda::check_launch("inverting an order");
}

cuda::buffer<vertex_id> inverse_order(const vertex_id* to_caller, vertex_id kept, vertex_id n, const cuda::stream& s) {
  cuda::buffer<vertex_id> to_internal = cuda::filled<vertex_id>(n, 0xFF, s);
  invert_order(to_caller, kept, to_internal.data(), s);
  return to_internal;
}

}  // namespace fathom
