// Levels of few vertices with few edges, done by the first thread block of each process: instead of several grid barriers they take
// one chain of accesses to the L2 cache. The other thread blocks wait at the barrier.
#pragma once

#include "bfs/cuda/top_down.cuh"
#include "bfs/distributed/cuda/peers/frontier_exchange.cuh"
#include "gpu/block.cuh"
#include "gpu/kernel.cuh"

namespace fathom::ranks_engine {

/// Edges that one thread block inspects in a few rounds.
inline constexpr unsigned long long one_block_edges = 4096;

[[nodiscard]] __device__ inline bool is_for_one_block(const peer_search& s, const barrier_words& all) {
  return all.listed_before[s.room.ranks] <= s.one_block_vertices && all.edges <= one_block_edges;
}

/// Adjacency rows of a frontier in this process's block, in shared memory, one row per thread of the first `most`.
struct one_block_rows {
  __device__ one_block_rows(void* memory, unsigned most)
      : first(static_cast<edge_offset*>(memory)), from(reinterpret_cast<std::uint32_t*>(first + most)), starts(from + most) {}

  edge_offset* const first;
  std::uint32_t* const from;    ///< column ids
  std::uint32_t* const starts;  ///< exclusive prefix sum of the rows' edges
};

/// Same as step_top_down() with its discoveries sent as lists.
__device__ inline void step_in_one_block(const peer_search& s, const barrier_words& all, unsigned level, std::uint32_t* visited,
                                         bool marks, std::uint32_t* shared) {
  auto* const claims =
      reinterpret_cast<bfs_engine::warp_claims*>(shared + bfs_engine::block_warps * peer_search::shared_room::warp_buffer);
  const one_block_rows rows(claims + bfs_engine::block_warps, s.one_block_vertices);
  const std::uint32_t size = all.listed_before[s.room.ranks], mine = threadIdx.x;
  std::uint32_t degree = 0, total = 0;
  if (mine < size) {
    const received_vertex u = frontier_at(s, all, level, mine);
    if (marks) mark_visited(s, visited, u);
    const std::uint32_t row = s.row_of(u.rank, u.number);
    const edge_offset first = s.out.offsets[row];
    degree = static_cast<std::uint32_t>(s.out.offsets[row + 1] - first);
    rows.first[mine] = first;
    rows.from[mine] = s.column_of(u.rank, u.number);
  }
  const std::uint32_t start = cuda::block_exclusive_sum<bfs_engine::block_threads>(degree, total);
  if (mine < size) rows.starts[mine] = start;
  __syncthreads();
  bfs_engine::warp_discovery<peer_search, counting_queue> found(s, visited, level, claims[mine / cuda::warp_lanes],
                                                                {s, level, true, shared});
  for (std::uint32_t base = 0; base < total; base += bfs_engine::block_threads) {
    const std::uint32_t e = base + mine;
    const auto i = e < total ? cuda::lower_bound(rows.starts, size, e + 1) - 1 : 0;
    const std::uint32_t end[] = {bfs_engine::load_if(e < total, s.out.targets + (rows.first[i] + (e - rows.starts[i])), no_vertex)};
    found.visit(rows.from[i], end);
  }
  found.finish();
  found.next().count();
  if (mine == 0 && total > 0) atomicAdd(&s.counters->phase.inspected, static_cast<unsigned long long>(total));
}

}  // namespace fathom::ranks_engine
