#include "betweenness/cuda/grid_loop.cuh"
#include "betweenness/cuda/kernels.hpp"
#include "gpu/kernel.cuh"

namespace fathom::betweenness_engine {
namespace {

__device__ edge_offset degree_in(const layout_adjacency& rows, std::uint64_t v) { return rows.offsets[v + 1] - rows.offsets[v]; }

/// The numbering of long vertices depends on the order of atomics, but no result depends on the numbering.
__global__ void sort_kernel(std::uint32_t n, layout_adjacency out, layout_adjacency in, std::uint32_t* kinds,
                            long_vertex* long_vertices, kind_counts* counts) {
  unsigned long long narrow = 0, parts = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const edge_offset out_degree = degree_in(out, v), in_degree = degree_in(in, v);
    const edge_offset degree = out_degree > in_degree ? out_degree : in_degree;
    if (degree <= narrow_row) {
      kinds[v] = kind_narrow;
      ++narrow;
      continue;
    }
    const auto own = static_cast<unsigned>((degree + part_edges - 1) / part_edges);
    parts += own;
    kinds[v] = kind_wide;
    if (own == 1) continue;
    const unsigned number = atomicAdd(&counts->long_vertices, 1u);
    long_vertices[number] = {atomicAdd(&counts->slots, own), own};
    kinds[v] = kind_long + number;
  }
  cuda::warp_add(&counts->narrow, narrow);
  cuda::warp_add(&counts->parts, parts);
}

}  // namespace

template <class Value>
const void* grid_kernel(bool edges) {
  return edges ? reinterpret_cast<const void*>(&betweenness_kernel<Value, true>)
               : reinterpret_cast<const void*>(&betweenness_kernel<Value, false>);
}
template const void* grid_kernel<double>(bool);
template const void* grid_kernel<extended_number>(bool);

kind_counts sort_vertices(std::uint32_t n, layout_adjacency out, layout_adjacency in, std::uint32_t* kinds,
                          long_vertex* long_vertices, const cuda::stream& s) {
  cuda::buffer<kind_counts> counts(1, s);
  cuda::check(cudaMemsetAsync(counts.data(), 0, counts.bytes(), s.get()), "clearing counts");
  sort_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, out, in, kinds, long_vertices, counts.data());
  cuda::check_launch("sorting vertices by degree");
  return cuda::read_one(counts.data(), s);
}

}  // namespace fathom::betweenness_engine
