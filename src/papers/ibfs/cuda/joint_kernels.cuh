// Kernels of joint multi-source BFS on a CUDA device. Liu, Huang, Hu, "iBFS", SIGMOD 2016, section 4: a row of status bytes per
// vertex, one byte per search, which is the distance or `unvisited`. Adjacent lanes work on adjacent searches of a row, four per
// word.
#pragma once

#include <cstdint>

#include "bfs/cuda/step.cuh"
#include "fathom/layout.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"
#include "papers/ibfs/cuda/level_work.cuh"

namespace fathom::multi_bfs_engine::joint {

using bfs_engine::load_if;
using bfs_engine::load_written_if;

inline constexpr std::uint32_t unvisited = 0xFFFFFFFFu;  ///< four status bytes
inline constexpr unsigned deepest = 254;
inline constexpr unsigned padding = 254;  ///< after a row's last search; no frontier of this level is expanded
/// Loads in flight per lane.
inline constexpr unsigned at_once = 4;

/// Counters of one level. Index 0 is the top-down frontier (visited last), index 1 the bottom-up one (unvisited).
struct level_counters {
  unsigned long long joint[2];        ///< vertices in the frontier of any search
  unsigned long long separate[2];     ///< counting a vertex once for each search
  unsigned long long edges;           ///< out-edges of vertices visited last
  unsigned long long separate_edges;  ///< the same, counting a vertex once for each search
  unsigned long long inspected;       ///< edges of the level before, if bottom-up
  unsigned long long listed[2];       ///< vertices in the lists; those with long rows are not listed
};

struct status_rows {
  std::uint32_t* words;
  std::uint64_t num_vertices;
  unsigned row_words;
  unsigned group;           ///< lanes per row, a power of two; other groups take the next rows
  std::uint32_t last_mask;  ///< the bytes of a row's last word that are searches

  __device__ std::uint32_t* row(std::uint64_t v) const { return words + v * row_words; }
};

__device__ inline std::uint32_t four_times(unsigned byte) { return byte * 0x01010101u; }

__global__ void __launch_bounds__(cuda::wide_block) clear_kernel(status_rows status) {
  const std::uint32_t last = unvisited & status.last_mask | four_times(padding) & ~status.last_mask;
  const std::uint64_t all = status.num_vertices * status.row_words;
  for (std::uint64_t i = cuda::grid_thread(); i < all; i += cuda::grid_threads()) {
    status.words[i] = i % status.row_words + 1 == status.row_words ? last : unvisited;
  }
}

__global__ void __launch_bounds__(cuda::wide_block)
    place_sources_kernel(status_rows status, const vertex_id* sources, unsigned searches) {
  const auto i = static_cast<unsigned>(cuda::grid_thread());
  if (i >= searches || sources[i] == no_vertex) return;
  reinterpret_cast<std::uint8_t*>(status.row(sources[i]))[i] = 0;
}

/// Number of searches with v in each frontier: top-down in the low half, bottom-up in the high half, valid in the first lane of v's
/// group. All lanes must call this; v is the same within a group.
__device__ inline unsigned searches_at(const status_rows& status, std::uint64_t v, std::uint32_t here) {
  unsigned both = 0;
#pragma unroll 4
  for (unsigned first = 0; first < status.row_words; first += status.group) {
    const unsigned word = first + lane() % status.group;
    const bool there = v < status.num_vertices && word < status.row_words;
    // Loaded unconditionally: without a branch many loads are in flight.
    const std::uint32_t mine = status.words[there ? v * status.row_words + word : 0];
    const std::uint32_t valid = !there ? 0 : word + 1 == status.row_words ? status.last_mask : 0xFFFFFFFFu;
    both += static_cast<unsigned>(__popc(__vcmpeq4(mine, here) & valid)) / 8;
    both += static_cast<unsigned>(__popc(__vcmpeq4(mine, unvisited) & valid)) / 8 << 16;
  }
  return cuda::warp_reduce(
      both, [](unsigned a, unsigned b) { return a + b; }, status.group);
}

/// Lists both frontiers of a level, one warp per 32 vertices. Lists must have room for num_vertices entries; `missing` is null
/// without in-edges.
__global__ void __launch_bounds__(cuda::wide_block, 6)
    scan_kernel(status_rows status, unsigned level, layout_adjacency out, layout_adjacency in, vertex_id* visited,
                vertex_id* missing, level_counters* counters) {
  const unsigned rows_at_once = warp_lanes / status.group;
  unsigned joint[2] = {0, 0}, separate[2] = {0, 0};  // per thread; with 2^24 threads at most 2^32 of these
  unsigned long long edges = 0, separate_edges = 0;
  for (std::uint64_t base = cuda::grid_thread() - lane(); base < status.num_vertices; base += cuda::grid_threads()) {
    unsigned both = 0;  // of vertex base + lane()
#pragma unroll 4
    for (unsigned first = 0; first < warp_lanes; first += rows_at_once) {
      const unsigned of_group = searches_at(status, base + first + lane() / status.group, four_times(level));
      const unsigned place = lane() - first;
      const unsigned mine = __shfl_sync(all_lanes, of_group, place * status.group % warp_lanes);
      if (place < rows_at_once) both = mine;
    }
    const std::uint64_t v = base + lane();
    const unsigned found = both & 0xFFFFu, left = both >> 16;
    joint[0] += found > 0, joint[1] += left > 0;
    separate[0] += found, separate[1] += left;
    const edge_offset degree =
        load_if(found > 0, out.offsets + v + 1, edge_offset{0}) - load_if(found > 0, out.offsets + v, edge_offset{0});
    edges += degree, separate_edges += degree * found;
    append(found > 0 && degree <= long_row, static_cast<vertex_id>(v), visited, &counters->listed[0]);
    if (!missing) continue;
    const edge_offset sources =
        load_if(left > 0, in.offsets + v + 1, edge_offset{0}) - load_if(left > 0, in.offsets + v, edge_offset{0});
    append(left > 0 && sources <= long_row, static_cast<vertex_id>(v), missing, &counters->listed[1]);
  }
  for (int way = 0; way < 2; ++way) {
    cuda::warp_add(&counters->joint[way], std::uint64_t{joint[way]});
    cuda::warp_add(&counters->separate[way], std::uint64_t{separate[way]});
  }
  cuda::warp_add(&counters->edges, edges);
  cuda::warp_add(&counters->separate_edges, separate_edges);
}

/// Marks the bytes of searches with a frontier, for a report; `runs` is one row of words, zero before.
__global__ void __launch_bounds__(cuda::wide_block) mark_running_kernel(status_rows status, unsigned level, std::uint32_t* runs) {
  const std::uint64_t all = status.num_vertices * status.row_words;
  for (std::uint64_t i = cuda::grid_thread(); i < all; i += cuda::grid_threads()) {
    const auto word = static_cast<unsigned>(i % status.row_words);
    const std::uint32_t valid = word + 1 == status.row_words ? status.last_mask : 0xFFFFFFFFu;
    const std::uint32_t here = __vcmpeq4(status.words[i], four_times(level)) & valid;
    // Most bytes are already marked: testing is cheaper than an atomic operation.
    if ((here & ~__ldcg(runs + word)) != 0) atomicOr(runs + word, here);
  }
}

/// Counts what running searches have not visited, for a report: one warp per vertex; joint, then separate.
__global__ void __launch_bounds__(cuda::wide_block)
    count_unvisited_kernel(status_rows status, const std::uint32_t* runs, unsigned long long* sums) {
  unsigned long long joint = 0, separate = 0;
  for (std::uint64_t v = cuda::grid_warp(); v < status.num_vertices; v += cuda::grid_warps()) {
    unsigned left = 0;
    for (unsigned word = lane(); word < status.row_words; word += warp_lanes) {
      left += static_cast<unsigned>(__popc(__vcmpeq4(status.row(v)[word], unvisited) & runs[word])) / 8;
    }
    separate += left;
    const bool any = __any_sync(all_lanes, left > 0);
    joint += lane() == 0 && any;
  }
  cuda::warp_add(sums, joint);
  cuda::warp_add(sums + 1, separate);
}

/// Loads the status words of the neighbors along edges base, base + 1, ..., at_once per group of the warp; 0 if there is no edge or
/// it is not wanted.
__device__ inline void load_rows(const status_rows& status, const vertex_id* targets, edge_offset base, edge_offset last,
                                 unsigned word, bool wanted, vertex_id (&u)[at_once], std::uint32_t (&theirs)[at_once]) {
  const unsigned groups = warp_lanes / status.group;
  for (unsigned k = 0; k < at_once; ++k) {
    const edge_offset e = base + k * groups + lane() / status.group;
    u[k] = load_if(wanted && e < last, targets + e, no_vertex);
  }
  for (unsigned k = 0; k < at_once; ++k) {
    const bool there = u[k] != no_vertex;
    theirs[k] = load_written_if(there, status.words + (there ? std::uint64_t{u[k]} * status.row_words + word : 0), 0);
  }
}

/// Sets the bytes of `found`, which were unvisited, to their distance. Concurrent updates of the same or other bytes are safe: an
/// unvisited byte has all bits set, so that an atomic AND sets any value and repeating it changes nothing.
__device__ inline void mark(std::uint32_t* word, std::uint32_t found, std::uint32_t next) {
  if (found != 0) atomicAnd(word, next | ~found);
}

/// Top-down step, one warp per item: searches that visited a vertex last visit its neighbors.
__global__ void __launch_bounds__(cuda::wide_block) push_kernel(status_rows status, level_work work, unsigned level) {
  const std::uint32_t here = four_times(level), next = four_times(level + 1);
  const unsigned edges_at_once = warp_lanes / status.group * at_once;
  for (std::uint64_t i = cuda::grid_warp(); i < work.size(); i += cuda::grid_warps()) {
    const work_item item = work[i];
    for (unsigned first = 0; first < status.row_words; first += status.group) {
      const unsigned word = first + lane() % status.group;
      const bool there = word < status.row_words;
      const std::uint32_t mine = load_written_if(there, status.row(item.vertex) + (there ? word : 0), four_times(padding));
      const std::uint32_t visitors = __vcmpeq4(mine, here);
      if (!__any_sync(all_lanes, visitors != 0)) continue;
      for (edge_offset base = item.first; base < item.last; base += edges_at_once) {
        vertex_id u[at_once];
        std::uint32_t theirs[at_once];
        load_rows(status, work.rows.targets, base, item.last, word, visitors != 0, u, theirs);
        for (unsigned k = 0; k < at_once; ++k) {
          const std::uint32_t found = __vcmpeq4(theirs[k], unvisited) & visitors;
          if (found != 0) mark(status.row(u[k]) + word, found, next);
        }
      }
    }
  }
}

/// Union of `bits` over the groups of the warp.
__device__ inline std::uint32_t of_all_groups(std::uint32_t bits, unsigned group) {
  for (unsigned step = group; step < warp_lanes; step *= 2) bits |= __shfl_xor_sync(all_lanes, bits, step);
  return bits;
}

/// Bottom-up step, one warp per item: scans in-neighbors visited last until no search misses the vertex.
__global__ void __launch_bounds__(cuda::wide_block)
    pull_kernel(status_rows status, level_work work, unsigned level, unsigned long long* inspected) {
  const std::uint32_t here = four_times(level), next = four_times(level + 1);
  const unsigned edges_at_once = warp_lanes / status.group * at_once;
  unsigned long long own_inspected = 0;
  for (std::uint64_t i = cuda::grid_warp(); i < work.size(); i += cuda::grid_warps()) {
    const work_item item = work[i];
    edge_offset furthest = item.first;
    for (unsigned first = 0; first < status.row_words; first += status.group) {
      const unsigned word = first + lane() % status.group;
      const bool there = word < status.row_words;
      std::uint32_t* const own = status.row(item.vertex) + (there ? word : 0);
      std::uint32_t missing = __vcmpeq4(load_written_if(there, own, four_times(padding)), unvisited), found = 0;
      edge_offset base = item.first;
      for (; base < item.last && __any_sync(all_lanes, missing != 0); base += edges_at_once) {
        vertex_id u[at_once];
        std::uint32_t theirs[at_once], hits = 0;
        load_rows(status, work.rows.targets, base, item.last, word, missing != 0, u, theirs);
        for (unsigned k = 0; k < at_once; ++k) hits |= u[k] != no_vertex ? __vcmpeq4(theirs[k], here) : 0;
        hits = of_all_groups(hits, status.group) & missing;
        found |= hits, missing &= ~hits;
      }
      furthest = max(furthest, min(base, item.last));
      // Atomic, since other warps have other chunks of the row.
      if (lane() < status.group) mark(own, found, next);
    }
    own_inspected += furthest - item.first;
  }
  if (lane() == 0 && own_inspected > 0) atomicAdd(inspected, own_inspected);
}

/// Converts status bytes to distances in tiles of 32 vertices and 128 searches. The largest distance goes to *depth, which must be
/// 0 before.
__global__ void __launch_bounds__(cuda::wide_block)
    write_distances_kernel(status_rows status, unsigned searches, hop_count* distances, int* depth) {
  constexpr unsigned warps = cuda::wide_block / warp_lanes, tile_words = 32;
  __shared__ std::uint32_t tile[warp_lanes][tile_words + 1];
  const unsigned warp = threadIdx.x / warp_lanes, first_word = blockIdx.y * tile_words;
  const unsigned first_search = first_word * 4, end = min(searches, first_search + tile_words * 4);
  hop_count deepest_seen = 0;
  for (std::uint64_t base = std::uint64_t{blockIdx.x} * warp_lanes; base < status.num_vertices;
       base += std::uint64_t{gridDim.x} * warp_lanes) {
    for (unsigned v = warp; v < warp_lanes; v += warps) {
      const unsigned word = first_word + lane();
      const bool there = base + v < status.num_vertices && word < status.row_words;
      tile[v][lane()] = load_if(there, status.words + (there ? (base + v) * status.row_words + word : 0), unvisited);
    }
    __syncthreads();
    for (unsigned i = first_search + warp; i < end; i += warps) {
      const unsigned byte = tile[lane()][(i - first_search) / 4] >> (i % 4 * 8) & 0xFF;
      const hop_count distance = byte == (unvisited & 0xFF) ? unreachable : static_cast<hop_count>(byte);
      if (base + lane() < status.num_vertices) distances[i * status.num_vertices + base + lane()] = distance;
      deepest_seen = max(deepest_seen, distance);
    }
    __syncthreads();
  }
  deepest_seen = cuda::warp_max(deepest_seen);
  if (lane() == 0 && deepest_seen > 0) atomicMax(depth, deepest_seen);
}

}  // namespace fathom::multi_bfs_engine::joint
