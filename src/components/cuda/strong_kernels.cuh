// Visit functors of the searches, and kernels run between searches, for strongly connected components on a CUDA device.
#pragma once

#include "components/cuda/strong_frontier.cuh"
#include "gpu/block.cuh"

namespace fathom::components_engine::strong {

// Bits of marks: reached forward or backward from the pivot, and trimmed (closed). Larger values are round numbers.
inline constexpr unsigned forward = 1, backward = 2, closed = 4, first_round = 8;
inline constexpr unsigned edges_inspected = 64;  // edges inspected per row before a vertex is left to the searches

/// Values that the host reads between searches.
struct found_numbers {
  unsigned long long pivot;   ///< in-degree times out-degree as the bits of a float, above the complement of the vertex
  unsigned long long listed;  ///< entries of a new list
  vertex_id smallest;         ///< smallest vertex of the giant component
};

/// Search from the pivot over open vertices.
struct reach_visit {
  unsigned* marks;
  unsigned direction;

  __device__ bool operator()(vertex_id, vertex_id to) const {
    const unsigned enough = direction | closed;
    if ((__ldcg(&marks[to]) & enough) != 0) return false;
    return (atomicOr(&marks[to], direction) & enough) == 0;
  }
};

/// Propagates the smallest color to all vertices reachable from it. Vertices that are not open have color 0, the minimum.
struct color_visit {
  vertex_id* colors;
  unsigned* marks;
  unsigned round;

  __device__ bool operator()(vertex_id from, vertex_id to) const {
    const vertex_id color = __ldcg(&colors[from]);
    if (color >= __ldcg(&colors[to]) || color >= atomicMin(&colors[to], color)) return false;
    return atomicExch(&marks[to], round) != round;  // list once per round
  }
};

/// Backward search from the color roots within their color: the vertices reached are in the root's component, since the root
/// reaches all vertices of its color.
struct same_color_visit {
  const vertex_id *labels, *colors;
  unsigned* marks;
  unsigned round;

  __device__ bool operator()(vertex_id from, vertex_id to) const {
    if (colors[to] != colors[from] || labels[to] != no_vertex || __ldcg(&marks[to]) == round) return false;
    return atomicExch(&marks[to], round) != round;
  }
};

/// Whether v has, or may have, an open neighbor other than itself.
__device__ inline bool may_have_open(const adjacency_view& rows, vertex_id v, const vertex_id* labels) {
  const edge_offset first = rows.offsets[v], last = rows.offsets[v + 1], end = min(last, first + edges_inspected);
  for (edge_offset e = first; e < end; ++e) {
    const vertex_id w = rows.targets[e];
    if (w != v && __ldcg(&labels[w]) == no_vertex) return true;
  }
  return end < last;
}

/// Filters the `size` vertices of a list, or all vertices if it is null: vertices that stay open go to the next list; vertices
/// without open in-neighbors or without open out-neighbors are labeled as components of their own.
__global__ void __launch_bounds__(block_threads)
    trim_kernel(graph_view g, const vertex_id* list, std::uint64_t size, vertex_id* labels, vertex_id* colors, unsigned* marks,
                vertex_id* next, found_numbers* numbers) {
  vertex_queue open(next, &numbers->listed);
  for (std::uint64_t base = cuda::grid_thread() - cuda::lane(); base < size; base += cuda::grid_threads()) {
    const std::uint64_t i = base + cuda::lane();
    const vertex_id v = i >= size ? no_vertex : list ? list[i] : static_cast<vertex_id>(i);
    bool stays = v != no_vertex;
    if (stays) stays = labels[v] == no_vertex;
    if (stays && (!may_have_open(g.out, v, labels) || !may_have_open(g.in, v, labels))) {
      labels[v] = v, colors[v] = 0, marks[v] = closed;
      stays = false;
    }
    open.push(stays, v);
  }
  open.flush();
}

/// The most likely member of a giant component: the vertex of largest in-degree times out-degree, the smallest in case of ties.
__global__ void __launch_bounds__(block_threads)
    pivot_kernel(graph_view g, const vertex_id* open, std::uint64_t size, found_numbers* numbers) {
  unsigned long long mine = 0;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const vertex_id v = open[i];
    const float ways =
        static_cast<float>(g.out.offsets[v + 1] - g.out.offsets[v]) * static_cast<float>(g.in.offsets[v + 1] - g.in.offsets[v]);
    mine = max(mine, static_cast<unsigned long long>(__float_as_uint(ways)) << 32 | static_cast<vertex_id>(~v));
  }
  mine = cuda::block_max<block_threads>(mine);
  if (threadIdx.x == 0) atomicMax(&numbers->pivot, mine);
}

/// Lists only the pivot.
__global__ void start_from_pivot_kernel(const found_numbers* numbers, unsigned* marks, unsigned direction, vertex_id* list) {
  const vertex_id pivot = ~static_cast<vertex_id>(numbers->pivot);
  marks[pivot] |= direction;
  list[0] = pivot;
}

/// The smallest vertex that was reached in both directions.
__global__ void __launch_bounds__(block_threads)
    smallest_kernel(const vertex_id* open, std::uint64_t size, const unsigned* marks, found_numbers* numbers) {
  vertex_id mine = no_vertex;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    if (marks[open[i]] == (forward | backward)) mine = min(mine, open[i]);
  }
  mine = cuda::block_min<block_threads>(mine);
  if (threadIdx.x == 0) atomicMin(&numbers->smallest, mine);
}

__global__ void __launch_bounds__(block_threads)
    label_giant_kernel(const vertex_id* open, std::uint64_t size, const unsigned* marks, const found_numbers* numbers,
                       vertex_id* labels) {
  const vertex_id smallest = numbers->smallest;
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    if (marks[open[i]] == (forward | backward)) labels[open[i]] = smallest;
  }
}

__global__ void __launch_bounds__(block_threads)
    label_listed_kernel(const vertex_id* vertices, const vertex_id* of_vertices, std::uint64_t size, vertex_id* labels) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) labels[vertices[i]] = of_vertices[i];
}

/// Gives each open vertex its own color and lists it for the first round.
__global__ void __launch_bounds__(block_threads)
    first_colors_kernel(const vertex_id* open, std::uint64_t size, vertex_id* colors, vertex_id* list) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) colors[open[i]] = open[i], list[i] = open[i];
}

/// Lists the color roots, that is the vertices that kept their own color: no smaller vertex reaches them, so each is the smallest
/// of its component.
__global__ void __launch_bounds__(block_threads)
    roots_kernel(const vertex_id* open, std::uint64_t size, const vertex_id* colors, unsigned* marks, unsigned round,
                 vertex_id* list, found_numbers* numbers) {
  vertex_queue roots(list, &numbers->listed);
  for (std::uint64_t base = cuda::grid_thread() - cuda::lane(); base < size; base += cuda::grid_threads()) {
    const vertex_id v = base + cuda::lane() < size ? open[base + cuda::lane()] : no_vertex;
    const bool is_root = v != no_vertex ? colors[v] == v : false;
    if (is_root) marks[v] = round;
    roots.push(is_root, v);
  }
  roots.flush();
}

/// Labels the vertices reached backward with their color, and clears the color.
__global__ void __launch_bounds__(block_threads) label_reached_kernel(const vertex_id* open, std::uint64_t size, vertex_id* colors,
                                                                      const unsigned* marks, unsigned round, vertex_id* labels) {
  for (std::uint64_t i = cuda::grid_thread(); i < size; i += cuda::grid_threads()) {
    const vertex_id v = open[i];
    if (marks[v] == round) labels[v] = colors[v], colors[v] = 0;
  }
}

}  // namespace fathom::components_engine::strong
