// Orientation of an undirected graph by degree: each edge is stored once, at its endpoint of lower degree. Then no row is long: in
// a graph with m edges no row has more than sqrt(2 m) entries, and hubs have short rows. Chiba, Nishizeki, "Arboricity and Subgraph
// Listing Algorithms", 1985.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "graph/layout/degree_order.hpp"

namespace fathom::triangles_engine {

/// Vertices are numbered by descending degree, without isolated ones. Row u holds entries (entry.hpp) of the neighbors of u below
/// u, sorted and distinct.
struct oriented_rows {
  vertex_renaming names;
  array<edge_offset> begins, ends;  ///< bounds of the rows; removed parallel edges leave gaps between rows
  array<vertex_id> targets;

  [[nodiscard]] vertex_id size() const { return names.size(); }
  [[nodiscard]] std::span<const vertex_id> row(vertex_id u) const { return {targets.data() + begins[u], targets.data() + ends[u]}; }
};

/// Bytes that orient() allocates for a graph with these numbers of vertices and stored edges.
[[nodiscard]] std::uint64_t oriented_bytes(vertex_id num_vertices, edge_offset num_edges);

/// Entries are directed if `mutual` is given, which then has one value per edge of g (undirected_rows.hpp). The result is
/// incomplete if `stop` is requested.
[[nodiscard]] oriented_rows orient(const graph& g, const std::uint8_t* mutual, int threads, const std::stop_token& stop);

}  // namespace fathom::triangles_engine
