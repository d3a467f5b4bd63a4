// Kernels that write the results of a search: distances as doubles and predecessors, both in the caller's ids. Predecessors are
// derived only from the distances, so that they do not depend on the order in which edges were relaxed.
#pragma once

#include <type_traits>

#include "gpu/rows.cuh"
#include "sssp/cuda/job.hpp"
#include "sssp/cuda/numbers.cuh"

namespace fathom::sssp_engine {

template <class Value>
__global__ void begin_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> j) {
  const unsigned words = (j.n + 31) / 32;
  for (std::uint64_t v = cuda::grid_thread(); v < j.n; v += cuda::grid_threads()) {
    j.distances[v] = v == j.source ? number<Value>::to_bits(Value{}) : number<Value>::none;
  }
  for (std::uint64_t w = cuda::grid_thread(); w < words; w += cuda::grid_threads()) {
    j.active[0][w] = w == j.source / 32 ? 1u << (j.source % 32) : 0;
    j.active[1][w] = 0;
  }
  if (cuda::grid_thread() < 3) j.counters[cuda::grid_thread()] = {number<Value>::none, 0, 0};
  if (cuda::grid_thread() == 0) *j.totals = {};
}

/// Marks vertices that are farther than the target as unreached.
template <class Value>
__global__ void cut_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> j) {
  const typename number<Value>::bits farthest = j.distances[j.target];
  for (std::uint64_t v = cuda::grid_thread(); v < j.n; v += cuda::grid_threads()) {
    if (j.distances[v] > farthest) j.distances[v] = number<Value>::none;
  }
}

struct search_summary {
  unsigned long long reached, edges, farthest;  ///< farthest: bits of a distance
};

template <class Value>
__global__ void summary_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> j, search_summary* sums) {
  search_summary mine{};
  for (std::uint64_t v = cuda::grid_thread(); v < j.n; v += cuda::grid_threads()) {
    if (j.distances[v] == number<Value>::none) continue;
    ++mine.reached;
    mine.edges += j.rows.offsets[v + 1] - j.rows.offsets[v] - 1;
    mine.farthest = max(mine.farthest, static_cast<unsigned long long>(j.distances[v]));
  }
  cuda::warp_add(&sums->reached, mine.reached);
  cuda::warp_add(&sums->edges, mine.edges);
  mine.farthest = cuda::warp_max(mine.farthest);
  if (cuda::lane() == 0 && mine.farthest > 0) atomicMax(&sums->farthest, mine.farthest);
}

/// Distances of the caller's vertices; `to_internal` is null if these are the layout's.
template <class Value>
__global__ void distances_kernel(vertex_id caller_vertices, const vertex_id* to_internal, const typename number<Value>::bits* from,
                                 double* to) {
  using num = number<Value>;
  for (std::uint64_t v = cuda::grid_thread(); v < caller_vertices; v += cuda::grid_threads()) {
    const vertex_id at = to_internal ? to_internal[v] : static_cast<vertex_id>(v);
    const typename num::bits found = at == no_vertex ? num::none : from[at];
    to[v] = found == num::none ? __longlong_as_double(0x7FF0000000000000)  // infinity
                               : static_cast<double>(num::from_bits(found));
  }
}

/// Predecessors of the caller's vertices, in the caller's ids.
__global__ void map_predecessors_kernel(vertex_id caller_vertices, const vertex_id* to_internal, const vertex_id* to_caller,
                                        const vertex_id* from, vertex_id* to) {
  for (std::uint64_t v = cuda::grid_thread(); v < caller_vertices; v += cuda::grid_threads()) {
    const vertex_id at = to_internal[v], before = at == no_vertex ? no_vertex : from[at];
    to[v] = before == no_vertex ? no_vertex : to_caller[before];
  }
}

/// Calls edge(u, e) for all edges.
template <class Edge>
__device__ void for_each_edge(vertex_id n, const weighted_rows& rows, Edge&& edge) {
  cuda::grid_for_each_edge<1024>(rows.offsets, n, [&](std::uint64_t u, edge_offset e) {
    if (rows.edges[e].target != no_vertex) edge(static_cast<vertex_id>(u), rows.edges[e]);  // skips the row terminator
  });
}

template <class Value>
__device__ Value weight_of(const search_job<Value, typename number<Value>::bits>& j, weighted_edge edge) {
  if constexpr (std::is_same_v<Value, double>) {
    if (j.values != nullptr) return j.values[edge.weight];
  }
  return number<Value>::of_weight(edge.weight, j.real);
}

/// Whether the edge from u is tight, that is the last edge of a shortest path.
template <class Value>
__device__ bool is_tight(const search_job<Value, typename number<Value>::bits>& j, vertex_id u, weighted_edge edge) {
  using num = number<Value>;
  const typename num::bits from = j.distances[u], to = j.distances[edge.target];
  if (from == num::none || to == num::none || edge.target == j.source) return false;
  Value sum;
  return num::add(num::from_bits(from), weight_of<Value>(j, edge), sum) && num::to_bits(sum) == to;
}

/// The smallest source u of the tight edges that increase the distance; following such predecessors ends at the source.
template <class Value>
__global__ void predecessors_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> j,
                                    vertex_id* predecessors) {
  for_each_edge(j.n, j.rows, [&](vertex_id u, weighted_edge edge) {
    if (is_tight<Value>(j, u, edge) && j.distances[u] != j.distances[edge.target]) atomicMin(&predecessors[edge.target], u);
  });
}

/// Vertices reached only along edges that do not increase the distance get their predecessors in rounds, from vertices whose
/// predecessor was known before the round. `known` is the round in which that happened, counted from 1; 0 if not yet known.
template <class Value>
__global__ void known_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> j,
                             const vertex_id* predecessors, unsigned round, unsigned* known, unsigned* changed) {
  bool any = false;
  for (std::uint64_t v = cuda::grid_thread(); v < j.n; v += cuda::grid_threads()) {
    if (known[v] != 0 || (predecessors[v] == no_vertex && v != j.source)) continue;
    known[v] = round;
    any = true;
  }
  if (any) *changed = 1;
}

template <class Value>
__global__ void level_predecessors_kernel(const __grid_constant__ search_job<Value, typename number<Value>::bits> j, unsigned round,
                                          const unsigned* known, vertex_id* predecessors) {
  for_each_edge(j.n, j.rows, [&](vertex_id u, weighted_edge edge) {
    if (known[edge.target] != 0 || known[u] != round) return;
    if (is_tight<Value>(j, u, edge)) atomicMin(&predecessors[edge.target], u);
  });
}

}  // namespace fathom::sssp_engine
