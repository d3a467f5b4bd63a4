#include "graph/largest_neighbours.hpp"

#include <algorithm>

#include "core/parallel.hpp"

namespace fathom {
namespace {

// A source is two or three reads anywhere in memory: a thread is worth starting for some microseconds of them.
constexpr std::uint64_t vertices_a_thread = 256;

edge_offset degree_of(const layout_adjacency& out, vertex_id v) { return out.offsets[v + 1] - out.offsets[v]; }

largest_neighbour look(const layout& l, vertex_id v, edge_offset below) {
  largest_neighbour found;
  if (v == no_vertex) return found;
  found.degree = degree_of(l.out, v);
  if (found.degree >= below) return found;
  // In degree order hubs come first.
  const edge_offset looks = l.order == vertex_order::degree ? std::min<edge_offset>(found.degree, 1) : found.degree;
  for (edge_offset e = l.out.offsets[v]; e < l.out.offsets[v] + looks; ++e) {
    const vertex_id u = l.out.targets[e];
    const edge_offset degree = degree_of(l.out, u);
    if (found.hub == no_vertex || degree > found.hub_degree) found.hub = u, found.hub_degree = degree;
  }
  return found;
}

}  // namespace

std::vector<largest_neighbour> largest_neighbours(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                                  int threads) {
  std::vector<largest_neighbour> found(vertices.size());
  if (l.where.kind != device_kind::cpu) {
    find_largest_neighbours_on(l, vertices, below, found);
    return found;
  }
  const int team = useful_threads(vertices.size(), vertices_a_thread, threads);
#pragma omp parallel for num_threads(team) schedule(static)
  for (std::size_t i = 0; i < vertices.size(); ++i) found[i] = look(l, vertices[i], below);
  return found;
}

}  // namespace fathom
