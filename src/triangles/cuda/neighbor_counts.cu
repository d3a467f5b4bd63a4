#include "triangles/cuda/neighbor_counts.hpp"

#include "gpu/block.cuh"
#include "gpu/kernel.cuh"
#include "triangles/neighbor_counts.hpp"

namespace fathom::triangles_engine {
namespace {

/// Without reading the rows.
__global__ void __launch_bounds__(cuda::wide_block) degrees_kernel(vertex_id n, adjacency_view rows, vertex_counts counts) {
  unsigned long long wedges = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const edge_offset degree = rows.offsets[v + 1] - rows.offsets[v];
    counts.degrees[v] = static_cast<vertex_id>(degree);
    wedges += pairs_of(degree);
  }
  cuda::block_add<cuda::wide_block>(&counts.sums->wedges, wedges);
}

/// One warp per row.
__global__ void __launch_bounds__(cuda::wide_block) neighbors_kernel(vertex_id n, adjacency_view rows, vertex_counts counts) {
  const bool directed = counts.mutual != nullptr;
  unsigned long long wedges = 0;
  for (std::uint64_t v = cuda::grid_warp(); v < n; v += cuda::grid_warps()) {
    const edge_offset first = rows.offsets[v], last = rows.offsets[v + 1];
    vertex_id distinct = 0, mutual = 0;
    for (edge_offset e = first + cuda::lane(); e < last; e += cuda::warp_lanes) {
      const vertex_id w = rows.targets[e];
      distinct += w != v && (e == first || rows.targets[e - 1] != w);
      if (directed) mutual += counts.edges_in_both_directions[e];
    }
    distinct = cuda::warp_sum(distinct), mutual = cuda::warp_sum(mutual);
    if (cuda::lane() != 0) continue;
    counts.degrees[v] = distinct + mutual;
    if (directed) counts.mutual[v] = mutual;
    wedges += directed ? directed_pairs_of(std::uint64_t{distinct} + mutual, mutual) : pairs_of(distinct);
  }
  cuda::block_add<cuda::wide_block>(&counts.sums->wedges, wedges);
}

__global__ void __launch_bounds__(cuda::wide_block) triangle_sum_kernel(vertex_id n, vertex_counts counts) {
  unsigned long long mine = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) mine += counts.triangles[v];
  cuda::block_add<cuda::wide_block>(&counts.sums->triangles, mine);
}

}  // namespace

void count_neighbors_on_device(const graph_view& g, bool simple, const vertex_counts& counts, const cuda::stream& s) {
  const vertex_id n = g.num_vertices;
  if (simple && !counts.mutual) {
    degrees_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, g.out, counts);
  } else {
    const unsigned blocks = cuda::wide_grid(std::uint64_t{n} * cuda::warp_lanes);
    neighbors_kernel<<<blocks, cuda::wide_block, 0, s.get()>>>(n, g.out, counts);
  }
  triangle_sum_kernel<<<cuda::wide_grid(n), cuda::wide_block, 0, s.get()>>>(n, counts);
  cuda::check_launch("counting neighbors");
}

}  // namespace fathom::triangles_engine
