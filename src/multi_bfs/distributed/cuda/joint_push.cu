// Top-down step of distributed multi-source BFS: one lane per edge of the frontier, however long the adjacency rows are.
#include "bfs/distributed/cuda/frontier_edges.cuh"
#include "multi_bfs/distributed/cuda/joint_rows.cuh"
#include "multi_bfs/distributed/cuda/joint_steps.hpp"

namespace fathom::ranks_engine {
namespace {

template <int Lanes>
__global__ void __launch_bounds__(cuda::wide_block) list_frontier_kernel(joint_view v, local_vertex* ids, std::uint32_t* cursor) {
  // Whole warps, since they append together.
  for (std::uint64_t first = grid_thread() - lane(); first < v.columns; first += grid_threads()) {
    const std::uint64_t u = first + lane();
    uint4 all = no_bits();
#pragma unroll
    for (unsigned p = 0; p < Lanes; ++p) all = all | load_row_if(u < v.columns, v.frontier + u * Lanes + p);
    const std::uint32_t at = cuda::warp_append(cursor, any(all));
    if (any(all)) ids[at] = static_cast<local_vertex>(u);
  }
}

template <int Lanes>
__global__ void __launch_bounds__(cuda::wide_block) push_rows_kernel(joint_view v, listed_frontier listed, joint_totals* totals) {
  if (grid_thread() == 0) totals->inspected += listed.starts[listed.size];
  for_each_row_edge(whole_rows(v.out_offsets), listed.ids, listed.size, listed.starts, [&](local_vertex u, edge_offset e) {
    const local_vertex to = v.out_ends[e];
    const uint4* const from = v.frontier + std::size_t{u} * Lanes;
    bool finds = false;
#pragma unroll
    for (unsigned p = 0; p < Lanes; ++p) {
      const uint4 row = __ldg(from + p);
      if (!any(row)) continue;
      const std::size_t at = std::size_t{to} * Lanes + p;
      const uint4 unvisited = without(row, __ldg(v.seen + at));
      if (!any(unvisited)) continue;
      // Bits that another thread has set already need no atomic operation.
      const uint4 found = without(unvisited, __ldcg(v.found + at));
      if (!any(found)) continue;
      atomic_or(v.found + at, found);
      finds = true;
    }
    if (finds) set_member(v.members, to);
  });
}

}  // namespace

void list_frontier(const joint_view& v, local_vertex* ids, std::uint32_t* cursor, const cuda::stream& s) {
  by_lanes(v.lanes, [&]<int Lanes>() {
    list_frontier_kernel<Lanes><<<cuda::wide_grid(v.columns), cuda::wide_block, 0, s.get()>>>(v, ids, cursor);
  });
  cuda::check_launch("listing the frontier");
}

void push_frontier(const joint_view& v, const listed_frontier& listed, joint_totals* totals, const cuda::stream& s) {
  constexpr unsigned enough_blocks = 4096;  // the grid strides over the edges, whose number only the device knows
  if (listed.size == 0) return;
  sum_row_edges(whole_rows(v.out_offsets), listed.ids, listed.size, listed.starts, s);
  by_lanes(v.lanes,
           [&]<int Lanes>() { push_rows_kernel<Lanes><<<enough_blocks, cuda::wide_block, 0, s.get()>>>(v, listed, totals); });
  cuda::check_launch("searching");
}

}  // namespace fathom::ranks_engine
