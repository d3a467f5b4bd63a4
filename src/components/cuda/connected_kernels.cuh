// Kernels for connected components on a CUDA device. Sutton, Ben-Nun, Barak, "Optimizing Parallel Graph Connectivity Computation
// via Subgraph Sampling" (Afforest), IPDPS 2018: two edges per vertex join most of the largest component. Its vertices can skip
// their other edges, since edges to other components are processed from the other endpoint.
#pragma once

#include "components/cuda/forest.hpp"
#include "components/cuda/union_find.cuh"
#include "gpu/rows.cuh"

namespace fathom::components_engine {

inline constexpr unsigned samples = 1024;
inline constexpr edge_offset sampled_edges = 2;    // at the front of each row
inline constexpr edge_offset long_row = 32;        // longer rows are processed by a whole warp
inline constexpr unsigned piece_edges = 1u << 12;  // the longest rows are split into pieces of this size, one warp each

struct piece_list {
  piece_to_link* pieces;
  unsigned long long* size;
};

/// Links each vertex to its first neighbor if that is smaller, which creates no cycles and needs no synchronization.
__global__ void __launch_bounds__(cuda::wide_block) first_links_kernel(rows_to_link g, vertex_id* parent) {
  for (std::uint64_t v = cuda::grid_thread(); v < g.num_vertices; v += cuda::grid_threads()) {
    const std::uint64_t row = v - g.first;
    const bool has = row < g.rows && g.out.offsets[row] < g.out.offsets[row + 1];
    parent[v] = min(static_cast<vertex_id>(v), has ? g.out.targets[g.out.offsets[row]] : no_vertex);
  }
}

/// Shortens paths by path halving in all threads.
__global__ void __launch_bounds__(cuda::wide_block) compress_kernel(vertex_id n, vertex_id* parent) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    parent[v] = find_root(parent, static_cast<vertex_id>(v));
  }
}

/// Attaches each vertex directly to its root. Only a vertex's own thread writes its entry; writes by other threads might restore a
/// stale, non-root parent.
__global__ void __launch_bounds__(cuda::wide_block) flatten_kernel(vertex_id n, vertex_id* parent) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    const vertex_id above = parent_of(parent, static_cast<vertex_id>(v));
    vertex_id root = above;
    for (vertex_id next; (next = parent_of(parent, root)) != root; root = next) {
    }
    if (root != above) parent[v] = root;
  }
}

/// Links v to the first `edges` neighbors of its row, except to a smaller first neighbor, to which it is already linked.
__device__ inline void link_front(const adjacency_view& rows, vertex_id* parent, std::uint64_t row, vertex_id v, edge_offset edges,
                                  bool is_linked) {
  const edge_offset first = rows.offsets[row], end = min(first + edges, rows.offsets[row + 1]);
  for (edge_offset e = first; e < end; ++e) {
    const vertex_id w = rows.targets[e];
    if (is_linked && e == first && w < v) continue;
    if (parent_of(parent, v) != parent_of(parent, w)) link(parent, v, w);
  }
}

__global__ void __launch_bounds__(cuda::wide_block) second_links_kernel(rows_to_link g, vertex_id* parent, vertex_id step) {
  for (std::uint64_t row = cuda::grid_thread() * step; row < g.rows; row += cuda::grid_threads() * step) {
    const auto v = static_cast<vertex_id>(g.first + row);
    link_front(g.out, parent, row, v, sampled_edges, true);
    if (g.directed && g.in.offsets) link_front(g.in, parent, row, v, sampled_edges, false);
  }
}

/// The most frequent label of a sample of the vertices.
__global__ void __launch_bounds__(samples) frequent_label_kernel(vertex_id n, const vertex_id* parent, vertex_id* label) {
  constexpr unsigned slots = 2 * samples;
  __shared__ unsigned long long most;
  __shared__ vertex_id labels[slots];
  __shared__ unsigned counts[slots];
  for (unsigned i = threadIdx.x; i < slots; i += blockDim.x) labels[i] = no_vertex, counts[i] = 0;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  // Pseudorandom rather than equidistant positions, at which a generator may place special vertices.
  const std::uint64_t at = (threadIdx.x * 0x9E3779B97F4A7C15ull >> 11) % n;
  const vertex_id mine = parent[at];
  unsigned slot = mine * 0x9E3779B1u % slots;
  for (;; slot = (slot + 1) % slots) {
    const vertex_id there = atomicCAS(&labels[slot], no_vertex, mine);
    if (there == no_vertex || there == mine) break;
  }
  atomicAdd(&counts[slot], 1u);
  __syncthreads();
  atomicMax(&most, static_cast<unsigned long long>(counts[slot]) << 32 | mine);
  __syncthreads();
  if (threadIdx.x == 0) *label = static_cast<vertex_id>(most);
}

/// Links v along the edges first, first + step, ... below last.
__device__ inline void link_row(const vertex_id* targets, vertex_id* parent, vertex_id v, edge_offset first, edge_offset last,
                                edge_offset step) {
  vertex_id root = parent_of(parent, v);
  for (edge_offset e = first; e < last; e += step) {
    const vertex_id w = targets[e];
    if (parent_of(parent, w) == root) continue;
    link(parent, v, w);
    root = parent_of(parent, v);
  }
}

/// Links each lane's vertex, if it has one, along the remaining edges of its row. Rows longer than piece_edges are appended to the
/// list in pieces. All lanes of the warp must call this.
__device__ inline void link_rows(const adjacency_view& rows, bool in, vertex_id* parent, bool has, std::uint64_t row, vertex_id v,
                                 const piece_list& list) {
  const edge_offset begin = has ? rows.offsets[row] : 0, end = has ? rows.offsets[row + 1] : 0;
  const edge_offset first = min(begin + sampled_edges, end);
  if (end - first > piece_edges) {
    const edge_offset pieces = cuda::pieces_of(end - first, piece_edges);
    const unsigned long long at = atomicAdd(list.size, static_cast<unsigned long long>(pieces));
    for (edge_offset i = 0; i < pieces; ++i) {
      list.pieces[at + i] = {v, in, first + i * piece_edges, min(first + (i + 1) * piece_edges, end)};
    }
  }
  const bool is_long = end - first > long_row && end - first <= piece_edges;
  cuda::for_each_bit(__ballot_sync(cuda::all_lanes, is_long), [&](int from) {
    const vertex_id its = __shfl_sync(cuda::all_lanes, v, from);
    const edge_offset its_first = __shfl_sync(cuda::all_lanes, first, from), its_end = __shfl_sync(cuda::all_lanes, end, from);
    link_row(rows.targets, parent, its, its_first + cuda::lane(), its_end, cuda::warp_lanes);
    __syncwarp();
  });
  if (end - first <= long_row) link_row(rows.targets, parent, v, first, end, 1);
  __syncwarp();
}

/// Links along the edges not in the sample, skipping vertices of the frequent component if edges are visible from both endpoints.
__global__ void __launch_bounds__(cuda::wide_block)
    remaining_links_kernel(rows_to_link g, vertex_id* parent, const vertex_id* frequent, piece_list list) {
  const bool both_ends = g.in.offsets != nullptr;
  const vertex_id skipped = *frequent;
  const std::uint64_t rounded = (std::uint64_t{g.rows} + cuda::warp_lanes - 1) / cuda::warp_lanes * cuda::warp_lanes;
  for (std::uint64_t row = cuda::grid_thread(); row < rounded; row += cuda::grid_threads()) {
    const auto v = static_cast<vertex_id>(g.first + row);
    const bool has = row < g.rows && !(both_ends && parent_of(parent, v) == skipped);
    if (__ballot_sync(cuda::all_lanes, has) == 0) continue;
    link_rows(g.out, false, parent, has, row, v, list);
    if (g.directed && both_ends) link_rows(g.in, true, parent, has, row, v, list);
  }
}

__global__ void __launch_bounds__(cuda::wide_block) pieces_kernel(rows_to_link g, vertex_id* parent, piece_list list) {
  const unsigned long long pieces = *list.size;
  for (std::uint64_t i = cuda::grid_warp(); i < pieces; i += cuda::grid_warps()) {
    const piece_to_link p = list.pieces[i];
    link_row(p.in ? g.in.targets : g.out.targets, parent, p.v, p.first + cuda::lane(), p.last, cuda::warp_lanes);
  }
}

/// Merges another forest over the same vertices, in which each vertex is directly below its root.
__global__ void __launch_bounds__(cuda::wide_block) merge_kernel(vertex_id n, vertex_id* parent, const vertex_id* theirs) {
  for (std::uint64_t i = cuda::grid_thread(); i < n; i += cuda::grid_threads()) {
    const auto v = static_cast<vertex_id>(i);
    const vertex_id root = theirs[i];
    if (root != v && parent_of(parent, v) != parent_of(parent, root)) link(parent, v, root);
  }
}

}  // namespace fathom::components_engine
