// Conditions on shortest-path distances at each vertex and along an edge.
#pragma once

#include "bfs/validate/cuda/claim.cuh"
#include "fathom/sssp.hpp"

namespace fathom::validate_engine {

/// Values may be arbitrary bits: each is range-checked before it serves as an index.
struct paths_claim {
  const double* distances;
  const vertex_id* predecessors;
  vertex_id source;
  double cutoff;
};

__device__ inline bool is_reached(double distance) { return distance != unreachable_distance; }

/// Checks everything visible at a single vertex, except cycles of predecessors at the same distance.
__device__ inline bool path_is_right(const paths_claim& c, vertex_id n, vertex_id v, double distance, vertex_id parent) {
  if (!is_reached(distance)) return v != c.source && parent == no_vertex;
  if (v == c.source) return distance == 0 && (parent == no_vertex || parent == v);
  if (!(distance >= 0 && distance <= c.cutoff)) return false;
  return parent < n && parent != v && is_reached(c.distances[parent]);
}

/// Checks all vertices, counts reached vertices and their edges, and clears the marks. Sets `unfinished` if a tree edge joins
/// vertices at the same distance.
__global__ void __launch_bounds__(block_threads)
    paths_kernel(device_rows g, paths_claim c, std::uint8_t* has_parent, findings* found) {
  bool wrong = false, is_flat = false;
  unsigned long long reached = 0, edges = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < g.num_vertices; i += cuda::grid_threads()) {
    const auto v = static_cast<vertex_id>(i);
    const double distance = c.distances[v];
    const vertex_id parent = c.predecessors[v];
    const bool right = path_is_right(c, g.num_vertices, v, distance, parent);
    wrong |= !right;
    has_parent[v] = 0;
    if (!right || !is_reached(distance)) continue;
    if (v != c.source) is_flat |= c.distances[parent] == distance;
    ++reached;
    edges += g.offsets[i + 1] - g.offsets[i];
  }
  if (wrong) found->wrong = 1;
  if (is_flat) found->unfinished = 1;
  cuda::warp_add(&found->reached, reached);
  cuda::warp_add(&found->edges, edges);
}

/// Pass for bfs/validate/cuda/edges.cuh. Sums are the same as on the host: one addition in double precision. In an undirected graph
/// a vertex's own row also contains the edge from its predecessor, with the same weight.
template <bool directed, class Weight>
struct paths_pass {
  device_rows g;
  const Weight* weights;  ///< null without weights
  paths_claim c;
  std::uint8_t* has_parent;  ///< set when an edge from the predecessor with the difference as its weight is seen

  struct edge {
    vertex_id end;
    Weight weight;
  };
  struct row {
    double distance;
    vertex_id parent;
  };
  using known = double;

  [[nodiscard]] __device__ edge edge_at(edge_offset e) const {
    return {__ldcs(g.targets + e), weights != nullptr ? __ldcs(weights + e) : Weight{1}};
  }
  [[nodiscard]] __device__ row row_at(vertex_id u) const { return {c.distances[u], directed ? no_vertex : c.predecessors[u]}; }
  [[nodiscard]] __device__ row row_of_lane(const row& mine, int lane) const {
    return {__shfl_sync(all_lanes, mine.distance, lane), __shfl_sync(all_lanes, mine.parent, lane)};
  }
  [[nodiscard]] __device__ bool is_reached(const row& r) const { return validate_engine::is_reached(r.distance); }
  [[nodiscard]] __device__ known known_at(vertex_id w) const { return __ldg(c.distances + w); }

  // Vertices beyond the cutoff may stay unreached.
  [[nodiscard]] __device__ bool is_right(vertex_id u, const row& r, const edge& to, known theirs) const {
    const double way = r.distance + static_cast<double>(to.weight);
    if constexpr (directed) {
      if (way == theirs && c.predecessors[to.end] == u) has_parent[to.end] = 1;
    } else {
      if (to.end == r.parent && theirs + static_cast<double>(to.weight) == r.distance) has_parent[u] = 1;
    }
    return !(way < theirs) || (!validate_engine::is_reached(theirs) && way > c.cutoff);
  }
};

/// Sets `wrong` if the edge pass left a reached vertex other than the source without a mark.
__global__ void __launch_bounds__(block_threads)
    path_marks_kernel(vertex_id n, paths_claim c, const std::uint8_t* has_parent, findings* found) {
  bool wrong = false;
  for (std::uint64_t v = cuda::grid_thread(); v < n; v += cuda::grid_threads()) {
    wrong |= v != c.source && is_reached(c.distances[v]) && has_parent[v] == 0;
  }
  if (wrong) found->wrong = 1;
}

}  // namespace fathom::validate_engine
