// Kernels of the search over bitmaps (Algorithm 4 of the chapter "Communication Wall: Graph500"): a warp for each word.
#pragma once

#include "bfs/cuda/search.hpp"
#include "bfs/cuda/step.cuh"

namespace fathom::bfs_engine::bitmaps {

/// The algorithm's NWARP, warps per thread block.
inline constexpr unsigned block_warps_of_words = 8;
inline constexpr unsigned block_threads_of_words = block_warps_of_words * warp_lanes;

/// Arguments of a level. A bitmap has one bit per vertex, and num_vertices / 32 + 1 words.
struct bitmap_level {
  std::uint32_t num_vertices, num_words;
  device_rows<edge_offset> out, in;  ///< in.offsets is null without in-edges
  const std::uint32_t* in_queue;     ///< the frontier
  std::uint32_t* out_queue;          ///< the vertices discovered; empty before the level
  std::uint32_t* visited;
  std::int32_t* distances;      ///< null if not requested
  std::uint32_t* predecessors;  ///< null if not requested
  std::int32_t next_level;
  unsigned long long* inspected;  ///< edges; null if no report is requested
};

/// Vertices of a bitmap and their out-edges.
struct bitmap_counts {
  unsigned long long edges, inspected;
  unsigned vertices;
  unsigned target_reached;
};

__device__ inline bool has_bit(const std::uint32_t* bitmap, std::uint32_t v) { return (bitmap[v / 32] >> v % 32 & 1) != 0; }

__device__ inline void discover(const bitmap_level& level, std::uint32_t v, std::uint32_t predecessor) {
  if (level.distances) level.distances[v] = level.next_level;
  if (level.predecessors) level.predecessors[v] = predecessor;
}

/// Calls expand(vertex, first edge, end of its edges) with the whole warp for each vertex of a word that has edges (lines 16 to
/// 42). All lanes must call this.
template <class Expand>
__device__ void for_each_row(std::uint32_t word, std::uint32_t pos_word, const edge_offset* offsets, Expand&& expand) {
  __shared__ volatile unsigned winner[block_warps_of_words];
  __shared__ edge_offset range[block_warps_of_words][2];
  __shared__ std::uint32_t shared_vertex[block_warps_of_words];
  const unsigned warp = threadIdx.x / warp_lanes;
  // 1. One lane per bit: each lane whose bit is set loads the bounds of its vertex's row.
  const std::uint32_t vertex = pos_word * 32 + lane();
  edge_offset first = 0, end = 0;
  if ((word >> lane() & 1) != 0) first = offsets[vertex], end = offsets[vertex + 1];
  bool has_row = first < end;
  while (__any_sync(all_lanes, has_row)) {
    // 2. The lanes with a row compete for the warp: the last to write wins.
    if (has_row) winner[warp] = lane();
    __syncwarp();
    if (has_row && winner[warp] == lane()) {
      range[warp][0] = first;
      range[warp][1] = end;
      shared_vertex[warp] = vertex;
      has_row = false;
    }
    __syncwarp();
    // 3. All lanes expand the winner's row.
    expand(shared_vertex[warp], range[warp][0], range[warp][1]);
    __syncwarp();
  }
}

/// Algorithm 4: one warp per word of the frontier. A warp whose word is empty ends at once.
__global__ void __launch_bounds__(block_threads_of_words) top_down_words_kernel(const __grid_constant__ bitmap_level level) {
  const std::uint32_t pos_word = blockIdx.x * block_warps_of_words + threadIdx.x / warp_lanes;
  const std::uint32_t word = pos_word < level.num_words ? level.in_queue[pos_word] : 0;
  if (word == 0) return;
  unsigned long long inspected = 0;
  for_each_row(word, pos_word, level.out.offsets, [&](std::uint32_t vertex, edge_offset first, edge_offset end) {
    inspected += end - first;
    for (edge_offset r = first + lane(); r < end; r += warp_lanes) {
      const std::uint32_t neighbor = level.out.targets[r], bit = 1u << neighbor % 32;
      // This load, the chapter's texture, may come from the L1 cache and be old: it saves most atomics, which decide.
      if (has_bit(level.visited, neighbor)) continue;
      if ((atomicOr(level.visited + neighbor / 32, bit) & bit) != 0) continue;
      atomicOr(level.out_queue + neighbor / 32, bit);
      discover(level, neighbor, vertex);
    }
  });
  if (level.inspected && lane() == 0) atomicAdd(level.inspected, inspected);
}

/// The same from the unvisited vertices: one warp per word of the visited vertices. It alone changes its word, so no atomics are needed.
__global__ void __launch_bounds__(block_threads_of_words) bottom_up_words_kernel(const __grid_constant__ bitmap_level level) {
  const std::uint32_t pos_word = blockIdx.x * block_warps_of_words + threadIdx.x / warp_lanes;
  if (pos_word >= level.num_words) return;
  const std::uint32_t visited = level.visited[pos_word], unvisited = ~visited & valid_bits(pos_word, level.num_vertices);
  if (unvisited == 0) return;
  unsigned long long inspected = 0;
  std::uint32_t found = 0;
  for_each_row(unvisited, pos_word, level.in.offsets, [&](std::uint32_t vertex, edge_offset first, edge_offset end) {
    for (edge_offset base = first; base < end; base += warp_lanes) {
      const edge_offset r = base + lane();
      const std::uint32_t neighbor = level.in.targets[r < end ? r : end - 1];  // repeats the last edge, which changes nothing
      const unsigned parents = __ballot_sync(all_lanes, has_bit(level.in_queue, neighbor));
      inspected += min(end - base, edge_offset{warp_lanes});
      if (parents == 0) continue;
      if (lane() == static_cast<unsigned>(cuda::first_bit(parents))) discover(level, vertex, neighbor);
      found |= 1u << vertex % 32;
      break;
    }
  });
  if (lane() != 0) return;
  if (level.inspected) atomicAdd(level.inspected, inspected);
  if (found == 0) return;
  level.visited[pos_word] = visited | found;
  level.out_queue[pos_word] = found;
}

/// Adds the vertices of a bitmap and their out-edges to `counts`, and notes whether the target has been visited.
__global__ void __launch_bounds__(block_threads_of_words)
    count_kernel(const std::uint32_t* bitmap, const std::uint32_t* visited, std::uint32_t num_words, const edge_offset* out_offsets,
                 std::uint32_t target, bitmap_counts* counts) {
  const std::uint32_t first = blockIdx.x * block_warps_of_words + threadIdx.x / warp_lanes;
  unsigned long long edges = 0;
  unsigned vertices = 0;
  for (std::uint64_t w = first; w < num_words; w += std::uint64_t{gridDim.x} * block_warps_of_words) {
    if ((bitmap[w] >> lane() & 1) == 0) continue;
    const std::uint64_t v = w * 32 + lane();
    edges += out_offsets[v + 1] - out_offsets[v];
    ++vertices;
  }
  cuda::warp_add(&counts->edges, edges);
  cuda::warp_add(&counts->vertices, vertices);
  if (blockIdx.x == 0 && threadIdx.x == 0 && target != no_vertex) counts->target_reached = has_bit(visited, target);
}

/// Marks the source.
__global__ void start_kernel(const __grid_constant__ bitmap_level level, std::uint32_t source, std::uint32_t root_predecessor) {
  level.visited[source / 32] = level.out_queue[source / 32] = 1u << source % 32;
  if (level.distances) level.distances[source] = 0;
  if (level.predecessors) level.predecessors[source] = root_predecessor;
}

}  // namespace fathom::bfs_engine::bitmaps
