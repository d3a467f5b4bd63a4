#include "sssp/distributed/cuda/constructed_paths.hpp"

#include <bit>

#include "comm/agreement.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "gpu/warp.cuh"
#include "graph/partition/cuda/peer_block.hpp"
#include "sssp/distributed/bucket_width.hpp"

namespace fathom::ranks_engine {
namespace {

/// `most`: bits of the largest weight; must be 0 before. Weights must be non-negative.
__global__ void find_heaviest(const edge_weight* weights, std::uint64_t size, std::uint32_t* most) {
  std::uint32_t mine = 0;
  for (std::uint64_t e = cuda::grid_thread(); e < size; e += cuda::grid_threads()) mine = max(mine, __float_as_uint(weights[e]));
  mine = cuda::warp_max(mine);
  if (cuda::lane() == 0) atomicMax(most, mine);
}

edge_weight heaviest_weight_of(const constructed_part& part, const cuda::stream& s) {
  const auto most = cuda::filled<std::uint32_t>(1, 0, s);
  const std::uint64_t size = part.graph.block_edges;
  find_heaviest<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(part.weights.data(), size, most.data());
  cuda::check_launch("finding the heaviest edge");
  return std::bit_cast<edge_weight>(cuda::read_one(most.data(), s));
}

/// Vertices by column id, from vertices in the order of the peers' bitmaps; all ones for none.
__global__ void name_by_rank(const std::uint32_t* by_turn, peer_room room, std::uint64_t columns, std::uint32_t stride,
                             std::int64_t* names) {
  for (std::uint64_t id = cuda::grid_thread(); id < columns; id += cuda::grid_threads()) {
    const auto rank = static_cast<unsigned>(id / stride);
    names[id] = by_turn[room.column_of(rank, static_cast<std::uint32_t>(id % stride))];
  }
}

/// Sets the offsets from index `first` to `size` - 1 to `last`.
__global__ void fill_offsets(edge_offset* offsets, std::uint64_t first, std::uint64_t size, edge_offset last) {
  for (std::uint64_t i = first + cuda::grid_thread(); i < size; i += cuda::grid_threads()) offsets[i] = last;
}

// For a single process the adjacency rows of both directions are the same, and end with its vertices.
cuda::buffer<edge_offset> out_offsets(const constructed_part& part, const cuda::stream& s) {
  const bool alone = part.rows.out_offsets.size() == 0;
  const cuda::buffer<edge_offset>& from = alone ? part.rows.in_offsets : part.rows.out_offsets;
  const std::uint64_t size = part.graph.column_ids() + 1;
  cuda::buffer<edge_offset> offsets(size, s);
  cuda::check(cudaMemcpyAsync(offsets.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice, s.get()), "copying rows");
  fill_offsets<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(offsets.data(), from.size(), size, part.graph.block_edges);
  cuda::check_launch("copying rows");
  return offsets;
}

paths_rows parted(const constructed_part& part, float width, const cuda::stream& s) {
  const partitioned_graph& g = part.graph;
  require_memory_for(g, bytes_of_paths_rows(g));
  paths_rows rows;
  rows.width = width;
  rows.offsets = out_offsets(part, s);
  const cuda::buffer<local_vertex>& ends = part.rows.out_ends.size() == 0 ? part.rows.in_ends : part.rows.out_ends;
  part_rows(rows, g.column_ids(), {ends.data(), part.weights.data(), g.block_edges}, s);
  rows.to_local = cuda::buffer<local_vertex>(part.rows.to_local.size(), s);
  cuda::check(
      cudaMemcpyAsync(rows.to_local.data(), part.rows.to_local.data(), rows.to_local.bytes(), cudaMemcpyDeviceToDevice, s.get()),
      "copying names");
  rows.names = cuda::buffer<std::int64_t>(g.column_ids(), s);
  name_by_rank<<<cuda::wide_grid(g.column_ids()), cuda::wide_block, 0, s.get()>>>(
      part.rows.vertices.data(), peer_block::room_of(g), g.column_ids(), static_cast<std::uint32_t>(g.stride), rows.names.data());
  cuda::check_launch("numbering columns");
  s.wait("preparing shortest paths");
  return rows;
}

}  // namespace

paths_rows rows_for_paths(const constructed_part& part, const cuda::stream& s) {
  communicator& ranks = *part.graph.ranks;
  edge_weight heaviest = 0;
  on_all_processes(ranks, [&] { heaviest = heaviest_weight_of(part, s); });
  const float width = bucket_width(part.graph, heaviest, paths_rows::width_of_bucket);
  paths_rows rows;
  on_all_processes(ranks, [&] { rows = parted(part, width, s); });
  return rows;
}

}  // namespace fathom::ranks_engine
