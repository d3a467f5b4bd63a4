// Independent searches on a CUDA device: a thread block runs one search after another, and levels are separated by the block's
// barrier only. The "naive concurrent" direction-optimizing BFS of the paper's Figure 15.
#pragma once

#include <cstdint>

#include "bfs/cuda/step.cuh"
#include "fathom/layout.hpp"
#include "gpu/block.cuh"
#include "gpu/rows.cuh"

namespace fathom::multi_bfs_engine::separate {

using bfs_engine::all_lanes;
using bfs_engine::block_threads;
using bfs_engine::block_warps;
using bfs_engine::lane;
using bfs_engine::load_if;
using bfs_engine::load_written_if;
using bfs_engine::warp_lanes;

/// Longer rows are processed by the whole thread block, up to most_block_rows per level; the others by a warp.
inline constexpr edge_offset block_row = 2048;
inline constexpr unsigned most_block_rows = 256;
/// Frontiers up to this size go top-down: summing their degrees would cost more than it saves.
inline constexpr unsigned small_frontier = 512;
/// Loads in flight per lane.
inline constexpr unsigned at_once = 4;
/// Bottom-up, a lane scans this many edges on its own; then all lanes scan the rest of the row together.
inline constexpr edge_offset lane_edges = 16;

/// Read-only arguments of all thread blocks.
struct plan {
  std::uint64_t num_vertices, num_edges;
  layout_adjacency out, in;  ///< in.offsets is null without in-edges
  const vertex_id* sources;
  unsigned searches;
  hop_count depth_limit;
  double alpha, beta;
  hop_count* distances;     ///< [search][vertex], initialized to `unreachable`
  vertex_id* predecessors;  ///< [search][vertex], initialized to no_vertex; or null
  vertex_id* queues;        ///< two of num_vertices entries per thread block
  unsigned* next;           ///< next search to start; must be 0 before
  int* depth;               ///< largest distance; must be 0 before
  const unsigned* stop;     ///< in host memory: nonzero once no more searches should start
};

/// In shared memory.
struct block_state {
  unsigned search, found, num_long;
  vertex_id long_rows[most_block_rows];
};

/// State of one search, held by all threads of its block.
struct search {
  const plan& p;
  block_state& block;
  std::uint32_t* distances;
  vertex_id* predecessors;
  vertex_id* queue;     ///< the frontier
  vertex_id* next;      ///< the next frontier
  hop_count level = 0;  ///< of the frontier
};

inline constexpr std::uint32_t unvisited = 0xFFFFFFFFu;  ///< `unreachable` as bits

/// Appends v to the next frontier for lanes with `mine`. All lanes must call this.
__device__ inline void append(const search& s, bool mine, vertex_id v) {
  const unsigned at = cuda::warp_append(&s.block.found, mine);
  if (mine) s.next[at] = v;
}

/// Visits one batch of neighbors per lane (no_vertex for none) and appends the unvisited ones to the next frontier. All lanes must
/// call this.
__device__ inline void visit(const search& s, const vertex_id (&u)[at_once], const vertex_id (&from)[at_once]) {
  std::uint32_t seen[at_once];
  for (unsigned k = 0; k < at_once; ++k) {
    const bool wanted = u[k] != no_vertex;
    seen[k] = load_written_if(wanted, s.distances + (wanted ? u[k] : 0), 0);
  }
  for (unsigned k = 0; k < at_once; ++k) {
    bool mine = seen[k] == unvisited;
    if (mine) mine = atomicCAS(&s.distances[u[k]], unvisited, static_cast<std::uint32_t>(s.level) + 1) == unvisited;
    if (mine && s.predecessors) s.predecessors[u[k]] = from[k];
    append(s, mine, u[k]);
  }
}

/// Expands up to 32 rows, one per lane; their edges are distributed over all lanes, whatever the row lengths.
__device__ inline void push_rows(const search& s, vertex_id v, edge_offset first, unsigned degree) {
  const cuda::warp_rows rows(first, degree);
  rows.for_each_batch<at_once>([&](const auto& has, const auto& owner, const auto& edge) {
    vertex_id u[at_once], from[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      from[k] = __shfl_sync(all_lanes, v, owner[k]);
      u[k] = load_if(has[k], s.p.out.targets + (has[k] ? edge[k] : 0), no_vertex);
    }
    visit(s, u, from);
  });
}

/// Expands one long row with all threads of the block.
__device__ inline void push_long_row(const search& s, vertex_id v) {
  const edge_offset first = s.p.out.offsets[v], last = s.p.out.offsets[v + std::size_t{1}];
  for (edge_offset base = first; base < last; base += block_threads * at_once) {
    vertex_id u[at_once], from[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      const edge_offset e = base + k * block_threads + threadIdx.x;
      u[k] = load_if(e < last, s.p.out.targets + e, no_vertex);
      from[k] = v;
    }
    visit(s, u, from);
  }
}

/// All threads of the block must call this and the functions below. Ends with a barrier.
__device__ inline void top_down(const search& s, unsigned frontier) {
  // Limits the vertices per warp so that all warps have some.
  const unsigned share = min(warp_lanes, (frontier + block_warps - 1) / block_warps);
  for (std::uint64_t base = std::uint64_t{threadIdx.x / warp_lanes} * share; base < frontier;
       base += std::uint64_t{share} * block_warps) {
    const bool wanted = lane() < share && base + lane() < frontier;
    const vertex_id v = load_written_if(wanted, s.queue + (wanted ? base + lane() : 0), 0);
    const edge_offset first = load_if(wanted, s.p.out.offsets + v, edge_offset{0});
    edge_offset degree = load_if(wanted, s.p.out.offsets + v + 1, edge_offset{0}) - first;
    if (degree > block_row) {
      const unsigned at = atomicAdd(&s.block.num_long, 1u);
      if (at < most_block_rows) s.block.long_rows[at] = v, degree = 0;
    }
    // Rows that did not fit into the list are expanded here in parts: 32 lanes with the longest rows would overflow 32-bit edge
    // counts.
    cuda::for_each_bit(__ballot_sync(all_lanes, degree > block_row), [&](int owner) {
      const edge_offset begin = __shfl_sync(all_lanes, first, owner), length = __shfl_sync(all_lanes, degree, owner);
      const vertex_id from = __shfl_sync(all_lanes, v, owner);
      for (edge_offset at = 0; at < length; at += block_row) {
        const edge_offset part = min(length - at, block_row);
        push_rows(s, from, begin + at, lane() == 0 ? static_cast<unsigned>(part) : 0);
      }
    });
    push_rows(s, v, first, degree > block_row ? 0 : static_cast<unsigned>(degree));
  }
  __syncthreads();
  const unsigned num_long = min(s.block.num_long, most_block_rows);
  if (num_long == 0) return;
  for (unsigned i = 0; i < num_long; ++i) push_long_row(s, s.block.long_rows[i]);
  __syncthreads();
}

/// Whether u is in the frontier.
__device__ inline bool is_parent(const search& s, vertex_id u) {
  const bool there = u != no_vertex;
  return load_written_if(there, s.distances + (there ? u : 0), unvisited) == static_cast<std::uint32_t>(s.level);
}

/// A parent among in-edges first, first + step, ... before last, or no_vertex.
__device__ inline vertex_id parent_along(const search& s, edge_offset first, edge_offset last, unsigned step) {
  vertex_id parent = no_vertex;
  for (edge_offset e = first; e < last && parent == no_vertex; e += step * at_once) {
    vertex_id u[at_once];
    bool found[at_once];
    for (unsigned k = 0; k < at_once; ++k) u[k] = load_if(e + k * step < last, s.p.in.targets + e + k * step, no_vertex);
    for (unsigned k = 0; k < at_once; ++k) found[k] = is_parent(s, u[k]);
    for (unsigned k = 0; k < at_once; ++k) parent = found[k] ? u[k] : parent;
  }
  return parent;
}

/// Bottom-up step for 32 vertices, one per lane, of those `wanted`.
__device__ inline void pull(const search& s, vertex_id v, bool wanted) {
  const edge_offset first = load_if(wanted, s.p.in.offsets + v, edge_offset{0});
  const edge_offset last = load_if(wanted, s.p.in.offsets + v + 1, edge_offset{0});
  vertex_id parent = parent_along(s, first, min(last, first + lane_edges), 1);
  __syncwarp();
  cuda::for_each_bit(__ballot_sync(all_lanes, parent == no_vertex && last - first > lane_edges), [&](int owner) {
    const edge_offset from = __shfl_sync(all_lanes, first, owner) + lane_edges, to = __shfl_sync(all_lanes, last, owner);
    vertex_id all = no_vertex;
    for (edge_offset base = from; base < to && all == no_vertex; base += warp_lanes * at_once) {
      const vertex_id one = parent_along(s, base + lane(), min(to, base + warp_lanes * at_once), warp_lanes);
      all = cuda::warp_min(one);
    }
    if (lane() == static_cast<unsigned>(owner)) parent = all;
  });
  const bool mine = parent != no_vertex;
  if (mine) s.distances[v] = static_cast<std::uint32_t>(s.level) + 1;
  if (mine && s.predecessors) s.predecessors[v] = parent;
  append(s, mine, v);
}

__device__ inline void bottom_up(const search& s) {
  const std::uint64_t n = s.p.num_vertices;
  for (std::uint64_t base = threadIdx.x - lane(); base < n; base += block_threads * at_once) {
    std::uint32_t distance[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint64_t v = base + k * block_threads + lane();
      distance[k] = load_written_if(v < n, s.distances + v, 0);
    }
    for (unsigned k = 0; k < at_once; ++k) {
      const bool wanted = distance[k] == unvisited;
      if (!__any_sync(all_lanes, wanted)) continue;
      pull(s, wanted ? static_cast<vertex_id>(base + k * block_threads + lane()) : 0, wanted);
    }
  }
  __syncthreads();
}

/// Out-edges of the frontier.
__device__ inline unsigned long long edges_of(const search& s, unsigned frontier) {
  unsigned long long edges = 0;
  for (std::uint64_t i = threadIdx.x; i < frontier; i += block_threads) {
    const vertex_id v = load_written_if(true, s.queue + i, 0);
    edges += s.p.out.offsets[v + std::size_t{1}] - s.p.out.offsets[v];
  }
  return cuda::block_sum<block_threads>(edges);
}

__device__ inline void run(search& s, vertex_id source) {
  if (threadIdx.x == 0) s.queue[0] = source, s.distances[source] = 0;
  unsigned frontier = 1;
  bool pulls = false;
  // Out-edges of unvisited vertices; those of small frontiers are not subtracted.
  unsigned long long unexplored = s.p.num_edges;
  while (frontier > 0 && s.level < s.p.depth_limit) {
    __syncthreads();  // the last level's discoveries are visible, and all threads have read their number
    if (threadIdx.x == 0) s.block.found = 0, s.block.num_long = 0;
    __syncthreads();
    if (s.p.in.offsets && frontier > small_frontier) {
      const unsigned long long edges = edges_of(s, frontier);
      pulls =
          pulls ? frontier * s.p.beta > static_cast<double>(s.p.num_vertices) : edges * s.p.alpha > static_cast<double>(unexplored);
      unexplored -= min(edges, unexplored);
    } else {
      pulls = false;
    }
    if (pulls) {
      bottom_up(s);
    } else {
      top_down(s, frontier);
    }
    frontier = s.block.found;
    s.level += frontier > 0 ? 1 : 0;
    vertex_id* const was = s.queue;
    s.queue = s.next, s.next = was;
  }
  if (threadIdx.x == 0) atomicMax(s.p.depth, s.level);
}

__global__ void __launch_bounds__(block_threads, 2) separate_kernel(const plan p) {
  __shared__ block_state block;
  vertex_id* const queue = p.queues + std::uint64_t{blockIdx.x} * 2 * p.num_vertices;
  for (;;) {
    __syncthreads();  // all threads are done with the last search
    if (threadIdx.x == 0) {
      block.search = *static_cast<const volatile unsigned*>(p.stop) != 0 ? p.searches : atomicAdd(p.next, 1u);
    }
    __syncthreads();
    const unsigned i = block.search;
    if (i >= p.searches) return;
    if (p.sources[i] == no_vertex) continue;
    const std::uint64_t row = i * p.num_vertices;
    search s{p,
             block,
             reinterpret_cast<std::uint32_t*>(p.distances + row),
             p.predecessors ? p.predecessors + row : nullptr,
             queue,
             queue + p.num_vertices};
    run(s, p.sources[i]);
  }
}

}  // namespace fathom::multi_bfs_engine::separate
