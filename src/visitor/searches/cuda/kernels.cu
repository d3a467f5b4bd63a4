#include "gpu/kernel.cuh"
#include "visitor/searches/cuda/kernels.hpp"

namespace fathom::multi_search_engine {
namespace {

__global__ void __launch_bounds__(cuda::wide_block)
    count_degrees_kernel(const edge_offset* offsets, std::uint64_t n, degree_histogram* all) {
  __shared__ unsigned long long vertices[degree_histogram::bins], edges[degree_histogram::bins];
  for (unsigned b = threadIdx.x; b < degree_histogram::bins; b += blockDim.x) vertices[b] = edges[b] = 0;
  __syncthreads();
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const edge_offset degree = offsets[v + 1] - offsets[v];
    const int bin = min(64 - __clzll(static_cast<long long>(degree)), degree_histogram::bins - 1);
    atomicAdd(&vertices[bin], 1ull);
    atomicAdd(&edges[bin], static_cast<unsigned long long>(degree));
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < degree_histogram::bins; b += blockDim.x) {
    if (vertices[b] == 0) continue;
    atomicAdd(&all->vertices[b], vertices[b]);
    atomicAdd(&all->edges[b], edges[b]);
  }
}

// One warp per row.
__global__ void __launch_bounds__(cuda::wide_block)
    list_origins_kernel(const edge_offset* offsets, std::uint64_t n, vertex_id* origins) {
  for (std::uint64_t v = cuda::grid_warp(); v < n; v += cuda::grid_warps()) {
    for (edge_offset e = offsets[v] + cuda::lane(); e < offsets[v + 1]; e += cuda::warp_lanes)
      origins[e] = static_cast<vertex_id>(v);
  }
}

constexpr std::uint64_t enough_threads = 1 << 18;  // for a histogram: each thread block ends with atomics on the same bins

}  // namespace

degree_histogram count_degrees(const device_graph& g, const cuda::stream& s) {
  cuda::buffer<degree_histogram> counts(1, s);
  cuda::check(cudaMemsetAsync(counts.data(), 0, counts.bytes(), s.get()), "clearing a histogram");
  const unsigned grid = cuda::wide_grid(g.n < enough_threads ? g.n : enough_threads);
  count_degrees_kernel<<<grid, cuda::wide_block, 0, s.get()>>>(g.offsets, g.n, counts.data());
  cuda::check_launch("counting degrees");
  return cuda::read_one(counts.data(), s);
}

void list_origins(const device_graph& g, vertex_id* origins, const cuda::stream& s) {
  list_origins_kernel<<<cuda::wide_grid(std::uint64_t{g.n} * 32), cuda::wide_block, 0, s.get()>>>(g.offsets, g.n, origins);
  cuda::check_launch("listing edges");
}

}  // namespace fathom::multi_search_engine
