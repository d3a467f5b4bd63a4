#include "triangles/neighbor_counts.hpp"

#include <algorithm>

namespace fathom::triangles_engine {
namespace {

constexpr int rows_counted_at_once = 1024;  // chunk size

vertex_id distinct_neighbors(const adjacency_view& rows, vertex_id v) {
  const vertex_id* const begin = rows.begin(v);
  vertex_id count = 0;
  for (const vertex_id* w = begin; w != rows.end(v); ++w) count += *w != v && (w == begin || w[-1] != *w);
  return count;
}

}  // namespace

neighbor_counts count_neighbors(const graph& g, int threads) {
  const adjacency_view& rows = g.view().out;
  const bool simple = g.properties().self_loops == 0 && g.properties().duplicates == 0;
  neighbor_counts counts{array<vertex_id>(g.num_vertices()), {}, 0};
  std::uint64_t wedges = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_counted_at_once) reduction(+ : wedges)
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    counts.degrees[v] = simple ? static_cast<vertex_id>(rows.degree(v)) : distinct_neighbors(rows, v);
    wedges += pairs_of(counts.degrees[v]);
  }
  counts.wedges = wedges;
  return counts;
}

neighbor_counts count_neighbors(const undirected_rows& rows, int threads) {
  const vertex_id n = rows.g.num_vertices();
  const adjacency_view& joined = rows.g.view().out;
  neighbor_counts counts{array<vertex_id>(n), array<vertex_id>(n), 0};
  std::uint64_t wedges = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, rows_counted_at_once) reduction(+ : wedges)
  for (vertex_id v = 0; v < n; ++v) {
    const std::uint8_t* const mutual = rows.mutual.data();
    counts.mutual[v] = static_cast<vertex_id>(std::count(mutual + joined.offsets[v], mutual + joined.offsets[v + 1], 1));
    counts.degrees[v] = static_cast<vertex_id>(joined.degree(v)) + counts.mutual[v];
    wedges += directed_pairs_of(counts.degrees[v], counts.mutual[v]);
  }
  counts.wedges = wedges;
  return counts;
}

}  // namespace fathom::triangles_engine
