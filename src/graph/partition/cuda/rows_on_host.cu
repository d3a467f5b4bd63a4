#include "graph/partition/cuda/rows_on_host.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "graph/partition/cuda/column_rows.cuh"
#include "graph/partition/cuda/peer_block.hpp"
#include "graph/partition/fill_block.hpp"

namespace fathom::ranks_engine {
namespace {

__global__ void number_by_rank(local_vertex* columns, std::uint64_t size, column_rows by_rank) {
  for (std::uint64_t e = cuda::grid_thread(); e < size; e += cuda::grid_threads()) columns[e] = by_rank.row_of(columns[e]);
}

array<local_vertex> ends_on_host(const cuda::buffer<local_vertex>& ends, std::uint64_t size, const cuda::stream& s) {
  array<local_vertex> here(size);
  cuda::copy_to_host(here.data(), ends.data(), here.bytes(), s);
  return here;
}

// Offsets of padding rows, which are empty, repeat the last offset.
array<edge_offset> offsets_on_host(const cuda::buffer<edge_offset>& offsets, std::uint64_t rows, std::uint64_t all_rows,
                                   const cuda::stream& s) {
  array<edge_offset> here(all_rows + 1);
  cuda::copy_to_host(here.data(), offsets.data(), (rows + 1) * sizeof(edge_offset), s);
  std::fill(here.begin() + rows + 1, here.end(), here[rows]);
  return here;
}

void take_rows(partitioned_graph& g, const peer_part& rows, const cuda::stream& s) {
  const std::uint64_t own = g.own_vertices, size = g.block_edges;
  const column_rows by_rank{peer_block::room_of(g), static_cast<std::uint32_t>(g.stride)};
  number_by_rank<<<cuda::wide_grid(size), cuda::wide_block, 0, s.get()>>>(rows.in_ends.data(), size, by_rank);
  cuda::check_launch("numbering columns");
  g.in.offsets = offsets_on_host(rows.in_offsets, own, g.row_ids(), s);
  g.in.ends = ends_on_host(rows.in_ends, size, s);
  const bool alone = g.grid.rows == 1;  // in a symmetric graph on one process the rows of both directions are the same
  g.out.offsets = alone ? offsets_on_host(rows.in_offsets, own, g.column_ids(), s)
                        : offsets_on_host(rows.out_offsets, g.column_ids(), g.column_ids(), s);
  g.out.ends = ends_on_host(alone ? rows.in_ends : rows.out_ends, size, s);
}

}  // namespace

partitioned_graph rows_on_host(constructed_part part, int threads, const cuda::stream& s) {
  partitioned_graph& g = part.graph;
  on_all_processes(*g.ranks, [&] {
    require_host_memory(2 * g.block_edges * sizeof(local_vertex) + (g.row_ids() + g.column_ids()) * sizeof(edge_offset),
                        "a rank's part of " + std::to_string(g.block_edges) + " edges");
    take_rows(g, part.rows, s);
    part.rows = {};
    fill_heads(g, threads);
  });
  name_column_ids(g);
  return std::move(g);
}

}  // namespace fathom::ranks_engine
