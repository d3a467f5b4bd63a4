#include "truss/cpu/edge_rows.hpp"

#include "base/parallel.hpp"

namespace fathom::truss_engine {
namespace {

constexpr int rows_per_chunk = 256;

// Calls use(v) for each distinct neighbor v of u other than u.
template <class Use>
void for_distinct(const adjacency_view& out, vertex_id u, Use use) {
  vertex_id last = u;
  for (const vertex_id* v = out.begin(u); v != out.end(u); ++v) {
    if (*v == u || *v == last) continue;
    last = *v;
    use(*v);
  }
}

}  // namespace

std::uint64_t edge_rows_bytes(const graph& g) {
  const std::uint64_t n = g.num_vertices(), m = g.num_edges();
  return 2 * n * sizeof(edge_offset) + m * (sizeof(vertex_id) + sizeof(edge_number)) + m / 2 * 2 * sizeof(vertex_id);
}

edge_rows number_edges(const graph& g, int threads, const run_control& control) {
  const adjacency_view& out = g.view().out;
  const vertex_id n = g.num_vertices();
  edge_rows rows;
  rows.offsets = array<edge_offset>(std::size_t{n} + 1);
  array<edge_offset> first(std::size_t{n} + 1);  // number of the first edge to a higher vertex
  rows.offsets[0] = first[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_chunk)
  for (vertex_id u = 0; u < n; ++u) {
    edge_offset all = 0, higher = 0;
    for_distinct(out, u, [&](vertex_id v) { ++all, higher += v > u; });
    rows.offsets[u + 1] = all, first[u + 1] = higher;
  }
  check_stop(control);
  for (vertex_id u = 0; u < n; ++u) rows.offsets[u + 1] += rows.offsets[u], first[u + 1] += first[u];
  rows.neighbors = array<vertex_id>(rows.offsets[n]);
  rows.edges = array<edge_number>(rows.offsets[n]);
  rows.from = array<vertex_id>(first[n]);
  rows.to = array<vertex_id>(first[n]);
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_chunk)
  for (vertex_id u = 0; u < n; ++u) {
    edge_offset at = rows.offsets[u], e = first[u];
    for_distinct(out, u, [&](vertex_id v) {
      rows.neighbors[at] = v;
      if (v > u) {
        rows.edges[at] = static_cast<edge_number>(e);
        rows.from[e] = u, rows.to[e] = v;
        ++e;
      }
      ++at;
    });
  }
  check_stop(control);
  // The number of an edge to a lower vertex v stands in the upper part of v's row.
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_per_chunk)
  for (vertex_id u = 0; u < n; ++u) {
    for (edge_offset at = rows.offsets[u]; at < rows.offsets[u + 1] && rows.neighbors[at] < u; ++at) {
      const std::span<const vertex_id> row = rows.row(rows.neighbors[at]);
      const auto back = std::lower_bound(row.begin(), row.end(), u) - row.begin();
      rows.edges[at] = rows.edges[rows.offsets[rows.neighbors[at]] + static_cast<edge_offset>(back)];
    }
  }
  check_stop(control);
  return rows;
}

}  // namespace fathom::truss_engine
