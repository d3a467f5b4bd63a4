// Undirected edges of a graph, numbered, without parallel edges and self-loops.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom::truss_engine {

using edge_number = std::uint32_t;
inline constexpr edge_number no_edge = std::numeric_limits<edge_number>::max();

/// Row u has the distinct neighbors of u in ascending order, each with the number of the edge to it. Edges are numbered by their
/// smaller endpoint, then by the other.
struct edge_rows {
  array<edge_offset> offsets;  ///< n + 1 entries
  array<vertex_id> neighbors;
  array<edge_number> edges;   ///< parallel to `neighbors`
  array<vertex_id> from, to;  ///< endpoints of each edge, from < to

  [[nodiscard]] std::size_t num_edges() const { return from.size(); }
  [[nodiscard]] std::span<const vertex_id> row(vertex_id u) const {
    return {neighbors.data() + offsets[u], neighbors.data() + offsets[u + 1]};
  }
};

/// Memory of number_edges(), in bytes.
[[nodiscard]] std::uint64_t edge_rows_bytes(const graph& g);

/// `g` is undirected, its rows ascend, and it has fewer than no_edge undirected edges. Throws error_category::cancelled.
[[nodiscard]] edge_rows number_edges(const graph& g, int threads, const run_control& control);

/// Calls use(a, b) for each common neighbor w of the endpoints of edge e, with the numbers of the edges from them to w.
template <class Use>
void for_triangles(const edge_rows& rows, edge_number e, Use use) {
  // With rows of such unequal lengths, searching the entries of the shorter one in the longer one is faster than merging.
  constexpr std::size_t unequal = 8;
  vertex_id u = rows.from[e], v = rows.to[e];
  if (rows.row(u).size() > rows.row(v).size()) std::swap(u, v);
  const std::span<const vertex_id> few = rows.row(u), many = rows.row(v);
  const edge_number *const of_few = rows.edges.data() + rows.offsets[u], *const of_many = rows.edges.data() + rows.offsets[v];
  auto next = many.begin();
  for (std::size_t i = 0; i < few.size(); ++i) {
    if (many.size() / unequal > few.size())
      next = std::lower_bound(next, many.end(), few[i]);
    else
      while (next != many.end() && *next < few[i]) ++next;
    if (next == many.end()) return;
    if (*next == few[i]) use(of_few[i], of_many[next - many.begin()]);
  }
}

}  // namespace fathom::truss_engine
