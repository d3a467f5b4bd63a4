// A sample of rows, and of targets in each.
#include "graph/layout/cuda/near_rows.hpp"

#include "gpu/block.cuh"
#include "gpu/device_array.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t sampled_rows = 1u << 15;
constexpr edge_offset sampled_targets = 16;  // of each row
constexpr vertex_id near_ids = 1u << 14;     // their values in single precision fit the first-level cache

/// Adds up the far edges of sampled rows, those of long rows in proportion to the sampled targets.
__global__ void __launch_bounds__(cuda::wide_block)
    far_edges_kernel(layout_adjacency rows, vertex_id n, unsigned long long* far_edges) {
  unsigned long long mine = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < sampled_rows; i += cuda::grid_threads()) {
    const std::uint64_t v = i * n / sampled_rows;
    const edge_offset first = rows.offsets[v], degree = rows.offsets[v + 1] - first, looked_at = min(degree, sampled_targets);
    edge_offset far = 0;
    for (edge_offset k = 0; k < looked_at; ++k) {
      const std::uint64_t to = rows.targets[first + k * degree / looked_at];
      far += (to > v ? to - v : v - to) > near_ids;
    }
    if (far > 0) mine += far * degree / looked_at;
  }
  cuda::block_add<cuda::wide_block>(far_edges, mine);
}

}  // namespace

bool rows_stay_near(vertex_id num_vertices, const layout_adjacency& rows, const cuda::stream& s) {
  if (num_vertices == 0) return true;
  const cuda::buffer<unsigned long long> far_edges = cuda::filled<unsigned long long>(1, 0, s);
  far_edges_kernel<<<cuda::wide_grid(sampled_rows), cuda::wide_block, 0, s.get()>>>(rows, num_vertices, far_edges.data());
  cuda::check_launch("sampling rows");
  return cuda::read_one(far_edges.data(), s) < sampled_rows / 2;
}

}  // namespace fathom
