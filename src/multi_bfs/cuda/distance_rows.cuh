// Kernels of cuda_distance_rows: counting and copying a [search][vertex] matrix of distances with `stride` entries per row.
#pragma once

#include <cstdint>
#include <type_traits>

#include "bfs/cuda/step.cuh"
#include "fathom/layout.hpp"
#include "gpu/kernel.cuh"
#include "gpu/warp.cuh"
#include "multi_bfs/cuda/device_totals.hpp"
#include "multi_bfs/cuda/harmonic_units.cuh"

namespace fathom::multi_bfs_engine {

using bfs_engine::load_if;
using cuda::all_lanes;
using cuda::lane;
using cuda::warp_lanes;

inline constexpr unsigned counted_in_shared = 2048;  ///< levels; deeper searches spread their counts, so that few threads contend

/// Counts the vertices per level of search blockIdx.y; `counts` is [level][search]. No distance may exceed `depth`.
__global__ void __launch_bounds__(cuda::wide_block)
    count_levels_kernel(const hop_count* distances, std::uint64_t n, unsigned depth, unsigned long long* counts) {
  __shared__ unsigned found[counted_in_shared];
  const hop_count* const row = distances + blockIdx.y * n;
  unsigned long long* const mine = counts + blockIdx.y;
  const bool shared = depth < counted_in_shared;
  for (unsigned level = threadIdx.x; shared && level <= depth; level += blockDim.x) found[level] = 0;
  __syncthreads();
  // Whole warps, since lanes with equal distances are aggregated: in shallow graphs nearly all are equal.
  for (std::uint64_t base = cuda::grid_thread() - lane(); base < n; base += cuda::grid_threads()) {
    const std::uint64_t v = base + lane();
    const hop_count d = v < n ? row[v] : unreachable;
    const unsigned same = __match_any_sync(all_lanes, d);
    if (d == unreachable || lane() != static_cast<unsigned>(cuda::first_bit(same))) continue;
    const auto many = static_cast<unsigned>(__popc(same));
    if (shared) {
      atomicAdd(&found[d], many);
    } else {
      atomicAdd(&mine[static_cast<std::uint64_t>(d) * gridDim.y], static_cast<unsigned long long>(many));
    }
  }
  __syncthreads();
  for (unsigned level = threadIdx.x; shared && level <= depth; level += blockDim.x) {
    if (found[level] != 0) atomicAdd(&mine[std::uint64_t{level} * gridDim.y], static_cast<unsigned long long>(found[level]));
  }
}

/// Adds the out-edges of the vertices reached, summed over all searches, to *sum.
__global__ void __launch_bounds__(cuda::wide_block)
    reached_edges_kernel(const hop_count* distances, std::uint64_t n, unsigned searches, const edge_offset* offsets,
                         unsigned long long* sum) {
  unsigned long long edges = 0;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    unsigned reached = 0;
    for (unsigned i = 0; i < searches; ++i) reached += distances[i * n + v] != unreachable;
    edges += reached * (offsets[v + 1] - offsets[v]);
  }
  cuda::warp_add(sum, edges);
}

__global__ void __launch_bounds__(cuda::wide_block)
    add_totals_kernel(const hop_count* distances, std::uint64_t n, unsigned searches, totals_view totals) {
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    std::uint32_t reached = 0;
    std::uint64_t sum = 0, harmonic = 0, units = 0;
    hop_count farthest = totals.farthest[v], last = 0;
    for (unsigned i = 0; i < searches; ++i) {
      const hop_count d = distances[i * n + v];
      if (d > 0 && d != last) units = harmonic_units(static_cast<unsigned>(d)), last = d;
      reached += d != unreachable;
      sum += static_cast<std::uint64_t>(d > 0 ? d : 0);
      harmonic += d > 0 ? units : 0;
      farthest = max(farthest, d);
    }
    totals.reached_by[v] += reached;
    totals.distance_sum[v] += sum;
    totals.harmonic_sum[v] += harmonic;
    totals.farthest[v] = farthest;
  }
}

/// Maps a row of layout vertices to a row of the caller's vertices for search blockIdx.y; null maps are identities. Values that are
/// vertices are mapped too.
template <class To, class From>
__global__ void __launch_bounds__(cuda::wide_block)
    to_caller_kernel(const From* from, std::uint64_t n, To* to, std::uint64_t caller_vertices, const vertex_id* to_internal,
                     const vertex_id* to_caller) {
  constexpr bool are_vertices = std::is_same_v<From, vertex_id>;
  const From* const row = from + blockIdx.y * n;
  To* const out = to + blockIdx.y * caller_vertices;
  for (std::uint64_t v = cuda::grid_thread(); v < caller_vertices; v += cuda::grid_threads()) {
    const vertex_id internal = to_internal ? to_internal[v] : static_cast<vertex_id>(v);
    From value = internal != no_vertex ? row[internal] : static_cast<From>(-1);
    if (are_vertices && to_caller && value != static_cast<From>(-1)) value = static_cast<From>(to_caller[value]);
    out[v] = static_cast<To>(value);
  }
}

struct named_parent {
  vertex_id name, vertex;
  __device__ void take(const named_parent& other) {
    if (other.name < name) *this = other;
  }
};

/// The smallest name at distance `wanted` among targets first, first + step, ...
__device__ inline named_parent smallest_along(const vertex_id* targets, edge_offset first, edge_offset last, unsigned step,
                                              const hop_count* row, hop_count wanted, const vertex_id* to_caller) {
  named_parent best{no_vertex, no_vertex};
  for (edge_offset e = first; e < last; e += step) {
    const vertex_id u = targets[e];
    if (row[u] == wanted) best.take({to_caller ? to_caller[u] : u, u});
  }
  return best;
}

/// For search blockIdx.y: each lane scans its own vertex's row; long rows are scanned by all lanes together, one after another.
__global__ void __launch_bounds__(cuda::wide_block)
    smallest_predecessors_kernel(const hop_count* distances, std::uint64_t n, layout_adjacency in, const vertex_id* to_caller,
                                 edge_offset long_row, vertex_id* predecessors) {
  const hop_count* const row = distances + blockIdx.y * n;
  vertex_id* const out = predecessors + blockIdx.y * n;
  for (std::uint64_t base = cuda::grid_thread() - lane(); base < n; base += cuda::grid_threads()) {
    const std::uint64_t v = base + lane();
    const hop_count d = v < n ? row[v] : unreachable;
    const edge_offset first = d > 0 ? in.offsets[v] : 0, last = d > 0 ? in.offsets[v + 1] : 0;
    const bool is_long = last - first > long_row;
    named_parent best = smallest_along(in.targets, first, is_long ? first : last, 1, row, d - 1, to_caller);
    cuda::for_each_bit(__ballot_sync(all_lanes, is_long), [&](int owner) {
      const edge_offset begin = __shfl_sync(all_lanes, first, owner), end = __shfl_sync(all_lanes, last, owner);
      const hop_count wanted = __shfl_sync(all_lanes, d, owner) - 1;
      named_parent found = smallest_along(in.targets, begin + lane(), end, warp_lanes, row, wanted, to_caller);
      for (unsigned step = warp_lanes / 2; step > 0; step /= 2) {
        found.take({__shfl_xor_sync(all_lanes, found.name, step), __shfl_xor_sync(all_lanes, found.vertex, step)});
      }
      if (lane() == static_cast<unsigned>(owner)) best = found;
    });
    if (v < n) out[v] = best.vertex;
  }
}

}  // namespace fathom::multi_bfs_engine
