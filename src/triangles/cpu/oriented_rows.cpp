#include "triangles/cpu/oriented_rows.hpp"

#include <algorithm>

#include "triangles/entry.hpp"

namespace fathom::triangles_engine {
namespace {

constexpr int rows_oriented_at_once =
    256;  // chunk size: large enough to amortize scheduling, small enough to spread hubs over threads

}  // namespace

std::uint64_t oriented_bytes(vertex_id num_vertices, edge_offset num_edges) {
  return std::uint64_t{num_vertices} * (2 * sizeof(vertex_id) + 2 * sizeof(edge_offset)) + num_edges / 2 * sizeof(vertex_id);
}

oriented_rows orient(const graph& g, const std::uint8_t* mutual, int threads, const std::stop_token& stop) {
  const adjacency_view& from = g.view().out;
  oriented_rows rows;
  rows.names = order_by_degree(g);
  const vertex_id n = rows.size();
  const vertex_id* const to_caller = rows.names.to_caller.data();
  const vertex_id* const to_internal = rows.names.to_internal.data();
  rows.begins = array<edge_offset>(n);
  rows.ends = array<edge_offset>(n);
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_oriented_at_once)
  for (vertex_id u = 0; u < n; ++u) {
    if (stop.stop_requested()) continue;
    rows.ends[u] = static_cast<edge_offset>(
        std::count_if(from.begin(to_caller[u]), from.end(to_caller[u]), [&](vertex_id v) { return to_internal[v] < u; }));
  }
  if (stop.stop_requested()) return rows;
  edge_offset sum = 0;
  for (vertex_id u = 0; u < n; ++u) {
    rows.begins[u] = sum;
    sum += rows.ends[u];
  }
  rows.targets = array<vertex_id>(sum);
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_oriented_at_once)
  for (vertex_id u = 0; u < n; ++u) {
    if (stop.stop_requested()) continue;
    vertex_id* const first = rows.targets.data() + rows.begins[u];
    vertex_id* last = first;
    for (const vertex_id* v = from.begin(to_caller[u]); v != from.end(to_caller[u]); ++v) {
      const vertex_id w = to_internal[*v];
      if (w < u) *last++ = mutual ? directed_entry::made_of(w, mutual[v - from.targets] != 0) : plain_entry::made_of(w, false);
    }
    std::sort(first, last);
    rows.ends[u] = rows.begins[u] + static_cast<edge_offset>(std::unique(first, last) - first);
  }
  return rows;
}

}  // namespace fathom::triangles_engine
