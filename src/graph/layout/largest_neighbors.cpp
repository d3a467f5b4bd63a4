#include "graph/layout/largest_neighbors.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "gpu/backend.hpp"

namespace fathom {
namespace {

// A source costs two or three random memory accesses; this many take the microseconds that make another thread worth starting.
constexpr std::uint64_t vertices_per_thread = 256;

edge_offset degree_of(const layout_adjacency& out, vertex_id v) { return out.offsets[v + 1] - out.offsets[v]; }

largest_neighbor find_largest(const layout& l, vertex_id v, edge_offset below) {
  largest_neighbor found;
  if (v == no_vertex) return found;
  found.degree = degree_of(l.out, v);
  if (found.degree >= below) return found;
  // In degree order the first neighbor has the largest degree.
  const edge_offset inspected = l.order == vertex_order::degree ? std::min<edge_offset>(found.degree, 1) : found.degree;
  for (edge_offset e = l.out.offsets[v]; e < l.out.offsets[v] + inspected; ++e) {
    const vertex_id u = l.out.targets[e];
    const edge_offset degree = degree_of(l.out, u);
    if (found.hub == no_vertex || degree > found.hub_degree) found.hub = u, found.hub_degree = degree;
  }
  return found;
}

template <class Take>
void each_large_neighbor(const layout& l, vertex_id v, edge_offset above, Take&& take) {
  if (v == no_vertex) return;
  for (edge_offset e = l.out.offsets[v]; e < l.out.offsets[v + 1]; ++e) {
    const vertex_id u = l.out.targets[e];
    if (degree_of(l.out, u) > above)
      take(u);
    else if (l.order == vertex_order::degree)
      return;  // all others have smaller degrees
  }
}

}  // namespace

std::vector<largest_neighbor> largest_neighbors(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                                int threads) {
  std::vector<largest_neighbor> found(vertices.size());
  if (l.where.kind != device_kind::cpu) {
    gpu(l.where).find_largest_neighbors(l, vertices, below, found);
    return found;
  }
  const int team = useful_threads(vertices.size(), vertices_per_thread, threads);
#pragma omp parallel for num_threads(team) schedule(static)
  for (std::size_t i = 0; i < vertices.size(); ++i) found[i] = find_largest(l, vertices[i], below);
  return found;
}

neighbor_lists large_neighbors(const layout& l, std::span<const vertex_id> vertices, edge_offset above, int threads) {
  neighbor_lists found;
  found.offsets.resize(vertices.size() + 1);
  if (l.where.kind != device_kind::cpu) {
    gpu(l.where).find_large_neighbors(l, vertices, above, found);
    return found;
  }
  const int team = useful_threads(vertices.size(), vertices_per_thread, threads);
#pragma omp parallel for num_threads(team) schedule(static)
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    each_large_neighbor(l, vertices[i], above, [&](vertex_id) { ++found.offsets[i + 1]; });
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) found.offsets[i + 1] += found.offsets[i];
  found.neighbors.resize(found.offsets.back());
#pragma omp parallel for num_threads(team) schedule(static)
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    std::size_t at = found.offsets[i];
    each_large_neighbor(l, vertices[i], above, [&](vertex_id u) { found.neighbors[at++] = u; });
  }
  return found;
}

}  // namespace fathom
