#include "graph/layout/cuda/transpose.hpp"

#include <bit>

#include "gpu/algorithms.hpp"
#include "gpu/device_array.hpp"
#include "gpu/rows.cuh"

namespace fathom {
namespace {

constexpr unsigned warp_edges = 512;

/// Writes the target and row of each entry. Work is divided by edges, not rows, because some rows are millions of times as long as
/// others.
__global__ void expand_kernel(renamed_rows rows, vertex_id* targets, vertex_id* row_of_entry) {
  cuda::grid_for_each_edge<warp_edges>(rows.offsets, rows.num_vertices, [&](std::uint64_t row, std::uint64_t e) {
    const std::uint64_t old_row = rows.row_names ? rows.row_names[row] : row;
    const vertex_id target = rows.old_targets[rows.old_offsets[old_row] + (e - rows.offsets[row])];
    targets[e] = rows.target_names ? rows.target_names[target] : target;
    row_of_entry[e] = static_cast<vertex_id>(row);
  });
}

__global__ void offsets_kernel(const vertex_id* sorted_rows, edge_offset m, vertex_id n, edge_offset* offsets) {
  for (std::uint64_t row = cuda::grid_thread(); row <= n; row += cuda::grid_threads()) {
    offsets[row] = row == n ? m : cuda::lower_bound(sorted_rows, m, static_cast<vertex_id>(row));
  }
}

}  // namespace

rows_on_device transposed(const renamed_rows& from, device where, const cuda::stream& s) {
  const edge_offset m = from.num_edges;
  cuda::buffer<vertex_id> targets(m, s), target_scratch(m, s), entry_rows(m, s), row_scratch(m, s);
  rows_on_device result;
  result.offsets = cuda::device_array<edge_offset>(std::size_t{from.num_vertices} + 1, where, s);
  if (m > 0) {
    expand_kernel<<<cuda::wide_grid(m / warp_edges * cuda::warp_lanes), cuda::wide_block, 0, s.get()>>>(from, targets.data(),
                                                                                                        entry_rows.data());
    cuda::check_launch("transposing");
    cuda::sort_pairs(targets, target_scratch, entry_rows, row_scratch, std::bit_width(from.num_vertices), s);
  }
  offsets_kernel<<<cuda::wide_grid(std::uint64_t{from.num_vertices} + 1), cuda::wide_block, 0, s.get()>>>(
      targets.data(), m, from.num_vertices, result.offsets.data());
  cuda::check_launch("transposing");
  target_scratch = {}, row_scratch = {}, targets = {};
  result.targets = cuda::device_array<vertex_id>(m, where, s);
  if (m > 0) {
    cuda::check(cudaMemcpyAsync(result.targets.data(), entry_rows.data(), entry_rows.bytes(), cudaMemcpyDeviceToDevice, s.get()),
                "transposing");
  }
  return result;
}

std::uint64_t transposing_bytes(std::uint64_t num_vertices, std::uint64_t num_edges) {
  // Four arrays, the sort's small scratch memory, and the offsets; the result reuses the memory of the keys.
  return num_edges * 4 * sizeof(vertex_id) + num_edges / 8 + (num_vertices + 1) * sizeof(edge_offset) + (1u << 24);
}

}  // namespace fathom
