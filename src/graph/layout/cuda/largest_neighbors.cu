// Kernel of largest_neighbors(): one warp per vertex.
#include "gpu/backend.hpp"
#include "graph/layout/largest_neighbors.hpp"

#include "gpu/algorithms.hpp"
#include "gpu/kernel.cuh"
#include "gpu/transfer.hpp"
#include "gpu/warp.hpp"

namespace fathom {
namespace {

using cuda::all_lanes;
using cuda::lane;
using cuda::warp_lanes;

constexpr edge_offset nowhere = ~edge_offset{0};

struct inspected_rows {
  const edge_offset* offsets;
  const vertex_id* targets;
  edge_offset below;  // rows with this many edges or more are skipped
  bool hubs_first;

  [[nodiscard]] __device__ edge_offset degree(vertex_id v) const { return offsets[v + 1] - offsets[v]; }
};

/// A neighbor, identified by its position in its adjacency row.
struct candidate {
  edge_offset degree = 0, place = nowhere;

  [[nodiscard]] __device__ bool beats(const candidate& other) const {
    if (place == nowhere || other.place == nowhere) return place != nowhere;
    return degree > other.degree || (degree == other.degree && place < other.place);
  }
};

__device__ candidate best_of_warp(candidate mine) {
  for (unsigned apart = warp_lanes / 2; apart > 0; apart /= 2) {
    candidate other;
    other.degree = __shfl_xor_sync(all_lanes, mine.degree, apart);
    other.place = __shfl_xor_sync(all_lanes, mine.place, apart);
    if (other.beats(mine)) mine = other;
  }
  return mine;
}

__global__ void largest_neighbors_kernel(inspected_rows rows, const vertex_id* vertices, std::uint64_t size,
                                         largest_neighbor* found) {
  for (std::uint64_t i = cuda::grid_warp(); i < size; i += cuda::grid_warps()) {
    const vertex_id v = vertices[i];  // uniform across the warp, as is everything derived from it
    edge_offset first = 0, degree = 0, inspected = 0;
    if (v != no_vertex) {
      first = rows.offsets[v];
      degree = rows.offsets[v + 1] - first;
      if (degree < rows.below) inspected = rows.hubs_first && degree > 1 ? 1 : degree;
    }
    candidate best;
    for (edge_offset e = lane(); e < inspected; e += warp_lanes) {
      candidate one;
      one.degree = rows.degree(rows.targets[first + e]);
      one.place = e;
      if (one.beats(best)) best = one;
    }
    best = best_of_warp(best);
    if (lane() != 0) continue;
    largest_neighbor result;
    result.degree = degree;
    if (best.place != nowhere) {
      result.hub = rows.targets[first + best.place];
      result.hub_degree = best.degree;
    }
    found[i] = result;
  }
}

/// Counts the neighbors with an out-degree above `above` of each vertex, or lists them, in order, from found[offsets[i]] on. One
/// warp per vertex.
template <bool Lists>
__global__ void large_neighbors_kernel(inspected_rows rows, const vertex_id* vertices, std::uint64_t size, edge_offset above,
                                       std::uint64_t* offsets, vertex_id* found) {
  for (std::uint64_t i = cuda::grid_warp(); i < size; i += cuda::grid_warps()) {
    const vertex_id v = vertices[i];
    const edge_offset first = v == no_vertex ? 0 : rows.offsets[v], last = v == no_vertex ? 0 : rows.offsets[v + 1];
    std::uint64_t at = Lists ? offsets[i] : 0;
    for (edge_offset begin = first; begin < last; begin += warp_lanes) {
      const edge_offset e = begin + lane();
      const vertex_id u = e < last ? rows.targets[e] : no_vertex;
      const bool is_large = u != no_vertex && rows.degree(u) > above;
      const unsigned large = __ballot_sync(all_lanes, is_large);
      if (Lists && is_large) found[at + static_cast<unsigned>(__popc(large & ((1u << lane()) - 1)))] = u;
      at += static_cast<unsigned>(__popc(large));
      if (rows.hubs_first && large != all_lanes) break;  // all others have smaller degrees
    }
    if (!Lists && lane() == 0) offsets[i] = at;
  }
}

}  // namespace

void find_largest_neighbors_cuda(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                 std::span<largest_neighbor> found) {
  if (vertices.empty()) return;
  const cuda::current_device here(l.where.index);
  const cuda::stream s;
  const cuda::buffer<vertex_id> queried = cuda::upload(vertices.data(), vertices.size(), s);
  const cuda::buffer<largest_neighbor> there(vertices.size(), s);
  const inspected_rows rows{l.out.offsets, l.out.targets, below, l.order == vertex_order::degree};
  largest_neighbors_kernel<<<cuda::wide_grid(vertices.size() * warp_lanes), cuda::wide_block, 0, s.get()>>>(
      rows, queried.data(), vertices.size(), there.data());
  cuda::check_launch("finding the largest-degree neighbors");
  cuda::copy_to_host(found.data(), there.data(), there.bytes(), s);
}

void find_large_neighbors_cuda(const layout& l, std::span<const vertex_id> vertices, edge_offset above, neighbor_lists& found) {
  if (vertices.empty()) return;
  const cuda::current_device here(l.where.index);
  const cuda::stream s;
  const cuda::buffer<vertex_id> queried = cuda::upload(vertices.data(), vertices.size(), s);
  const auto offsets = cuda::filled<std::uint64_t>(vertices.size() + 1, 0, s);
  const inspected_rows rows{l.out.offsets, l.out.targets, 0, l.order == vertex_order::degree};
  const unsigned grid = cuda::wide_grid(vertices.size() * warp_lanes);
  large_neighbors_kernel<false>
      <<<grid, cuda::wide_block, 0, s.get()>>>(rows, queried.data(), vertices.size(), above, offsets.data(), nullptr);
  cuda::check_launch("counting large neighbors");
  cuda::exclusive_sum(offsets.data(), offsets.data(), offsets.size(), s);
  static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));
  cuda::copy_to_host(found.offsets.data(), offsets.data(), offsets.bytes(), s);
  found.neighbors.resize(found.offsets.back());
  if (found.neighbors.empty()) return;
  const cuda::buffer<vertex_id> there(found.neighbors.size(), s);
  large_neighbors_kernel<true>
      <<<grid, cuda::wide_block, 0, s.get()>>>(rows, queried.data(), vertices.size(), above, offsets.data(), there.data());
  cuda::check_launch("listing large neighbors");
  cuda::copy_to_host(found.neighbors.data(), there.data(), there.bytes(), s);
}

}  // namespace fathom
