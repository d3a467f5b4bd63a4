// Position of each in-edge among the out-edges.

#include "fathom/visitor/supersteps.hpp"

namespace fathom::edge_vertex_engine {
namespace {

// Lists the positions of rows by their other endpoint, in `other`'s rows: within a row of the result positions ascend.
array<edge_offset> positions_by_end(const edge_vertex_rows& rows, const edge_vertex_rows& other, vertex_id n, edge_offset m) {
  array<edge_offset> next(n), listed(m);
  for (vertex_id v = 0; v < n; ++v) next[v] = other.offsets[v];
  for (edge_offset e = 0; e < m; ++e) listed[next[rows.ends[e]]++] = e;
  return listed;
}

}  // namespace

// Needs no sorted rows. Single-threaded, so that the pairing of parallel edges is deterministic.
array<edge_offset> make_out_positions(const edge_vertex_graph& g, const run_control& control) {
  const vertex_id n = g.num_vertices;
  array<edge_offset> positions(g.num_edges), next(n);
  // 1. For each target v, its out-edges (u, v) by ascending u.
  const array<edge_offset> by_target = positions_by_end(g.out, g.in, n, g.num_edges);
  check_stop(control);
  // 2. For each source u, its in-edges (u, v) by ascending v.
  const array<edge_offset> by_source = positions_by_end(g.in, g.out, n, g.num_edges);
  check_stop(control);
  // 3. Walk over the targets: the next out-edge of u to v, which the lists of all targets name by ascending v, is the next in-edge
  // of u.
  array<vertex_id> source(g.num_edges);
  for (vertex_id u = 0; u < n; ++u) {
    for (edge_offset e = g.out.offsets[u]; e < g.out.offsets[u + 1]; ++e) source[e] = u;
    next[u] = g.out.offsets[u];
  }
  for (const edge_offset e : by_target) positions[by_source[next[source[e]]++]] = e;
  return positions;
}

}  // namespace fathom::edge_vertex_engine
