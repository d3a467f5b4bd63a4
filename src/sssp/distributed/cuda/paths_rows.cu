#include "sssp/distributed/cuda/paths_rows.hpp"

#include "gpu/transfer.hpp"
#include "graph/partition/cuda/part.hpp"
#include "graph/partition/cuda/words.cuh"

namespace fathom::ranks_engine {
namespace {

/// Partitions each row into edges below `width` and the rest, keeping the order, and writes where the rest begins; one warp per
/// row.
__global__ void part_rows_kernel(const edge_offset* offsets, std::uint64_t rows, const local_vertex* ends,
                                 const edge_weight* weights, edge_weight width, local_vertex* parted_ends,
                                 edge_weight* parted_weights, edge_offset* middles) {
  for (std::uint64_t u = cuda::grid_warp(); u < rows; u += cuda::grid_warps()) {
    const edge_offset first = offsets[u], last = offsets[u + 1];
    edge_offset light = 0;
    for (edge_offset e = first; e < last; e += warp_lanes) {
      light += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, e + lane() < last && weights[e + lane()] < width)));
    }
    edge_offset to_light = first, to_heavy = first + light;
    if (lane() == 0) middles[u] = to_heavy;
    for (edge_offset e = first; e < last; e += warp_lanes) {
      const bool is_edge = e + lane() < last, is_light = is_edge && weights[e + lane()] < width;
      const unsigned lights = __ballot_sync(all_lanes, is_light), heavies = __ballot_sync(all_lanes, is_edge && !is_light);
      const edge_offset to = is_light ? to_light + cuda::warp_rank(lights) : to_heavy + cuda::warp_rank(heavies);
      if (is_edge) {
        parted_ends[to] = ends[e + lane()];
        parted_weights[to] = weights[e + lane()];
      }
      to_light += static_cast<unsigned>(__popc(lights));
      to_heavy += static_cast<unsigned>(__popc(heavies));
    }
  }
}

__global__ void fill_with_ones(edge_weight* weights, std::uint64_t size) {
  for (std::uint64_t e = cuda::grid_thread(); e < size; e += cuda::grid_threads()) weights[e] = 1;
}

cuda::buffer<edge_weight> ones(std::uint64_t size, const cuda::stream& s) {
  cuda::buffer<edge_weight> weights(size, s);
  fill_with_ones<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(weights.data(), size);
  cuda::check_launch("setting weights");
  return weights;
}

}  // namespace

void part_rows(paths_rows& rows, std::uint64_t columns, given_rows given, const cuda::stream& s) {
  rows.middles = cuda::buffer<edge_offset>(columns, s);
  rows.ends = cuda::buffer<local_vertex>(given.size, s);
  rows.weights = cuda::buffer<edge_weight>(given.size, s);
  part_rows_kernel<<<cuda::wide_grid(columns * warp_lanes), cuda::wide_block, 0, s.get()>>>(
      rows.offsets.data(), columns, given.ends, given.weights, rows.width, rows.ends.data(), rows.weights.data(),
      rows.middles.data());
  cuda::check_launch("splitting rows");
}

paths_rows upload_paths_rows(const partitioned_graph& g, float width, const cuda::stream& s) {
  paths_rows rows;
  rows.width = width;
  rows.offsets = cuda::upload(g.out.offsets.data(), g.out.offsets.size(), s);
  rows.to_local = cuda::upload(g.to_local.data(), g.to_local.size(), s);
  rows.names = upload_vertices(g, s);
  const cuda::buffer<local_vertex> ends = cuda::upload(g.out.ends.data(), g.out.ends.size(), s);
  const cuda::buffer<edge_weight> weights =
      g.out.weights.empty() ? ones(g.out.ends.size(), s) : cuda::upload(g.out.weights.data(), g.out.weights.size(), s);
  part_rows(rows, g.column_ids(), {ends.data(), weights.data(), g.out.ends.size()}, s);
  return rows;
}

std::uint64_t bytes_of_given_rows(const partitioned_graph& g) {
  return g.block_edges * (sizeof(local_vertex) + sizeof(edge_weight));
}

std::uint64_t bytes_of_paths_rows(const partitioned_graph& g) {
  return bytes_of_given_rows(g) + 2 * (g.column_ids() + 1) * sizeof(edge_offset) + g.to_local.size() * sizeof(local_vertex) +
         g.column_ids() * sizeof(std::int64_t);
}

}  // namespace fathom::ranks_engine
