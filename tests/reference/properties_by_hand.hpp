// Reference for graph_properties.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::test {

inline graph_properties properties_by_hand(const adjacency_view& out, vertex_id n, bool with_in_edges) {
  graph_properties p;
  std::vector<std::pair<vertex_id, vertex_id>> edges, reversed;
  std::vector<edge_offset> in_degree(n);
  std::vector<bool> touched(n);
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = out.begin(u); v != out.end(u); ++v) {
      edges.emplace_back(u, *v), reversed.emplace_back(*v, u);
      ++in_degree[*v];
      p.self_loops += u == *v;
      if (u != *v) touched[u] = touched[*v] = true;
      if (v == out.begin(u)) continue;
      p.duplicates += v[-1] == v[0];
      p.sorted = p.sorted && v[-1] <= v[0];
    }
    std::size_t bin = 0;
    while (out.degree(u) >> bin != 0) ++bin;
    ++p.out_degree_histogram[bin];
    if (u == 0 || out.degree(u) > p.max_out_degree) p.max_out_degree = out.degree(u), p.max_out_degree_vertex = u;
  }
  std::sort(edges.begin(), edges.end());
  std::sort(reversed.begin(), reversed.end());
  p.directed = edges != reversed;
  p.isolated = static_cast<vertex_id>(std::count(touched.begin(), touched.end(), false));
  if (n > 0 && (with_in_edges || !p.directed)) p.max_in_degree = *std::max_element(in_degree.begin(), in_degree.end());
  return p;
}

}  // namespace fathom::test
