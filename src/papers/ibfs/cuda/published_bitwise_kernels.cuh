// Kernels of bitwise searches on a CUDA device as published: rows of one bit per search, of the last level, of the next one, and of
// all levels.
#pragma once

#include "papers/ibfs/cuda/level_work.cuh"

namespace fathom::multi_bfs_engine::published {

using joint::all_lanes;
using joint::append;
using joint::lane;
using joint::level_work;
using joint::warp_lanes;
using joint::work_item;

/// Counters of one level: of the frontier that it has found, and of what is left for the next one.
struct level_counters {
  unsigned long long joint, separate;  ///< vertices in the frontier of any search; once for each search
  unsigned long long edges;            ///< out-edges of the frontier's vertices
  unsigned long long separate_edges;   ///< the same, once for each search
  unsigned long long missing_edges;    ///< in-edges of vertices that some search has not seen
  unsigned long long listed[2];        ///< entries of both lists, which lack vertices with long rows
};

struct bit_rows {
  std::uint32_t *seen, *visit, *next;  ///< `row_words` words per vertex
  /// The rows that pass bits on: `visit` in MS-BFS; in iBFS `seen`, its BSA_k, whose older bits neighbors have already.
  const std::uint32_t* from;
  std::uint64_t num_vertices;
  unsigned row_words;        ///< a power of two up to 32, which is also the number of lanes that hold a row
  const std::uint32_t* all;  ///< searches whose source is in the layout, one row

  [[nodiscard]] __device__ std::uint64_t at(std::uint64_t v) const { return v * row_words + lane() % row_words; }
};

__global__ void __launch_bounds__(cuda::wide_block)
    place_sources_kernel(bit_rows rows, const vertex_id* sources, unsigned searches, std::uint32_t* all) {
  const auto i = static_cast<unsigned>(cuda::grid_thread());
  if (i >= searches || sources[i] == no_vertex) return;
  // Sources are distinct, so that each row gets one bit.
  rows.next[std::uint64_t{sources[i]} * rows.row_words + i / 32] = 1u << (i % 32);
  atomicOr(all + i / 32, 1u << (i % 32));
}

/// The bits that an item's vertex passes to its neighbors, one word per lane; none if no search has it in its frontier. All lanes
/// must call this.
__device__ inline std::uint32_t bits_to_push(const bit_rows& rows, std::uint64_t v) {
  return __any_sync(all_lanes, rows.visit[rows.at(v)] != 0) ? rows.from[rows.at(v)] : 0;
}

/// First phase, top-down, one warp per item: neighbors are visited, whether or not they were before.
__global__ void __launch_bounds__(cuda::wide_block) push_kernel(bit_rows rows, level_work work) {
  const unsigned groups = warp_lanes / rows.row_words;
  for (std::uint64_t i = cuda::grid_warp(); i < work.size(); i += cuda::grid_warps()) {
    const work_item item = work[i];
    const std::uint32_t mine = bits_to_push(rows, item.vertex);
    if (!__any_sync(all_lanes, mine != 0)) continue;
    for (edge_offset e = item.first + lane() / rows.row_words; e < item.last; e += groups) {
      if (mine != 0) atomicOr(rows.next + rows.at(work.rows.targets[e]), mine);
    }
  }
}

/// Words of bit rows that a thread block merges in shared memory. Narrow rows have at least two words.
inline constexpr unsigned merged_words = 4096, most_merged_rows = merged_words / 2;

/// The same, but the threads of a block merge their updates in shared memory first (section 6). The block keeps the rows of the
/// first vertex that takes a place; updates of other vertices with that place go to global memory at once.
__global__ void __launch_bounds__(cuda::wide_block) merging_push_kernel(bit_rows rows, level_work work) {
  __shared__ std::uint32_t merged[merged_words];
  __shared__ vertex_id owner[most_merged_rows];
  const unsigned places = merged_words / rows.row_words, groups = warp_lanes / rows.row_words;
  const unsigned part = lane() % rows.row_words;
  for (unsigned i = threadIdx.x; i < merged_words; i += blockDim.x) merged[i] = 0;
  for (unsigned i = threadIdx.x; i < places; i += blockDim.x) owner[i] = no_vertex;
  __syncthreads();
  for (std::uint64_t i = cuda::grid_warp(); i < work.size(); i += cuda::grid_warps()) {
    const work_item item = work[i];
    const std::uint32_t mine = bits_to_push(rows, item.vertex);
    if (!__any_sync(all_lanes, mine != 0)) continue;
    for (edge_offset base = item.first; base < item.last; base += groups) {
      // 1. Each group of lanes takes an edge, and its first lane a place.
      const edge_offset e = base + lane() / rows.row_words;
      const bool there = e < item.last;
      const vertex_id u = there ? work.rows.targets[e] : no_vertex;
      const unsigned place = u % places;
      bool owns = false;
      if (there && part == 0) {
        const vertex_id before = atomicCAS(owner + place, no_vertex, u);
        owns = before == no_vertex || before == u;
      }
      owns = __shfl_sync(all_lanes, owns, static_cast<int>(lane() - part));
      // 2. Its lanes update the row of the target there, or in global memory.
      if (!there || mine == 0) continue;
      atomicOr(owns ? merged + place * rows.row_words + part : rows.next + rows.at(u), mine);
    }
    __syncwarp();
  }
  // 3. One atomic operation of the block for each merged word.
  __syncthreads();
  for (unsigned i = threadIdx.x; i < merged_words; i += blockDim.x) {
    if (merged[i] == 0) continue;
    atomicOr(rows.next + std::uint64_t{owner[i / rows.row_words]} * rows.row_words + i % rows.row_words, merged[i]);
  }
}

/// Union of a row's word over the groups of the warp.
__device__ inline std::uint32_t of_all_groups(std::uint32_t bits, unsigned row_words) {
  for (unsigned step = row_words; step < warp_lanes; step *= 2) bits |= __shfl_xor_sync(all_lanes, bits, step);
  return bits;
}

/// First phase, bottom-up, one warp per item: vertices that some search has not seen take the bits of their neighbors; of all of
/// them, or until no bit is missing (Algorithm 1, line 7).
template <bool Early>
__global__ void __launch_bounds__(cuda::wide_block) pull_kernel(bit_rows rows, level_work work, unsigned long long* inspected) {
  constexpr unsigned at_once = 4;  // edges of a lane between two checks
  const unsigned groups = warp_lanes / rows.row_words;
  unsigned long long own_inspected = 0;
  for (std::uint64_t i = cuda::grid_warp(); i < work.size(); i += cuda::grid_warps()) {
    const work_item item = work[i];
    const std::uint32_t missing = rows.all[lane() % rows.row_words] & ~rows.seen[rows.at(item.vertex)];
    if (!__any_sync(all_lanes, missing != 0)) continue;
    std::uint32_t found = 0;
    edge_offset base = item.first;
    for (bool misses = true; misses && base < item.last; base += at_once * groups) {
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        const edge_offset e = base + k * groups + lane() / rows.row_words;
        if (e < item.last) found |= rows.from[rows.at(work.rows.targets[e])];
      }
      __syncwarp();
      if constexpr (Early) misses = __any_sync(all_lanes, (missing & ~of_all_groups(found, rows.row_words)) != 0);
    }
    found = of_all_groups(found, rows.row_words);
    // Atomic, since other warps have other chunks of the row.
    if (lane() < rows.row_words && (found & missing) != 0) atomicOr(rows.next + rows.at(item.vertex), found & missing);
    own_inspected += min(base, item.last) - item.first;
  }
  if (lane() == 0 && own_inspected > 0) atomicAdd(inspected, own_inspected);
}

/// Second phase: visits of the next level are those that were not seen. Lists both frontiers; writes distances unless they are
/// null. A warp takes as many vertices at a time as rows fit its lanes.
__global__ void __launch_bounds__(cuda::wide_block)
    finish_kernel(bit_rows rows, layout_adjacency out, layout_adjacency in, hop_count level, hop_count* distances,
                  vertex_id* visited, vertex_id* missing, level_counters* counters) {
  const unsigned groups = warp_lanes / rows.row_words;
  unsigned long long joint = 0, separate = 0, edges = 0, separate_edges = 0, missing_edges = 0;
  for (std::uint64_t base = cuda::grid_warp() * groups; base < rows.num_vertices; base += cuda::grid_warps() * groups) {
    const std::uint64_t v = base + lane() / rows.row_words;
    const bool here = v < rows.num_vertices, first = here && lane() % rows.row_words == 0;
    const std::uint64_t at = here ? rows.at(v) : 0;
    const std::uint32_t seen = here ? rows.seen[at] : 0, found = here ? rows.next[at] & ~seen : 0;
    const std::uint32_t left = here ? rows.all[lane() % rows.row_words] & ~(seen | found) : 0;
    if (here) rows.seen[at] = seen | found, rows.visit[at] = found, rows.next[at] = 0;
    for (std::uint32_t bits = distances ? found : 0; bits != 0; bits &= bits - 1) {
      const unsigned search = lane() % rows.row_words * 32 + static_cast<unsigned>(__ffs(static_cast<int>(bits))) - 1;
      distances[search * rows.num_vertices + v] = level;
    }
    __syncwarp();
    unsigned both = static_cast<unsigned>(__popc(found)) | static_cast<unsigned>(left != 0) << 16;
    for (unsigned step = rows.row_words / 2; step > 0; step /= 2) both += __shfl_xor_sync(all_lanes, both, step);
    const unsigned searches = both & 0xFFFFu;
    const bool is_found = first && searches > 0, is_missing = first && both >> 16 > 0;
    const edge_offset degree = is_found ? out.offsets[v + 1] - out.offsets[v] : 0;
    joint += is_found, separate += is_found ? searches : 0, edges += degree, separate_edges += degree * searches;
    append(is_found && degree <= long_row, static_cast<vertex_id>(v), visited, &counters->listed[0]);
    if (!missing) continue;
    const edge_offset sources = is_missing ? in.offsets[v + 1] - in.offsets[v] : 0;
    missing_edges += sources;
    append(is_missing && sources <= long_row, static_cast<vertex_id>(v), missing, &counters->listed[1]);
  }
  cuda::warp_add(&counters->joint, joint);
  cuda::warp_add(&counters->separate, separate);
  cuda::warp_add(&counters->edges, edges);
  cuda::warp_add(&counters->separate_edges, separate_edges);
  cuda::warp_add(&counters->missing_edges, missing_edges);
}

/// Counts what searches with a frontier have not seen, for a report; `runs` is one row, zero before. Joint, then separate.
__global__ void __launch_bounds__(cuda::wide_block) mark_running_kernel(bit_rows rows, std::uint32_t* runs) {
  const std::uint64_t all = rows.num_vertices * rows.row_words;
  for (std::uint64_t i = cuda::grid_thread(); i < all; i += cuda::grid_threads()) {
    const std::uint32_t here = rows.visit[i];
    std::uint32_t* const word = runs + i % rows.row_words;
    if ((here & ~__ldcg(word)) != 0) atomicOr(word, here);
  }
}
__global__ void __launch_bounds__(cuda::wide_block)
    count_unseen_kernel(bit_rows rows, const std::uint32_t* runs, unsigned long long* sums) {
  unsigned long long joint = 0, separate = 0;
  for (std::uint64_t v = cuda::grid_warp(); v < rows.num_vertices; v += cuda::grid_warps()) {
    const std::uint32_t left = lane() < rows.row_words ? runs[lane()] & ~rows.seen[rows.at(v)] : 0;
    separate += static_cast<unsigned>(__popc(left));
    const bool any = __any_sync(all_lanes, left != 0);
    joint += lane() == 0 && any;
  }
  cuda::warp_add(sums, joint);
  cuda::warp_add(sums + 1, separate);
}

}  // namespace fathom::multi_bfs_engine::published
