// Each edge of an undirected graph once, at its end of the lower degree. Then no row is long: of a graph with m edges none has more
// than the square root of 2 m entries, and a hub's row is short. Chiba, Nishizeki, "Arboricity and Subgraph Listing Algorithms",
// 1985.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"
#include "graph/degree_order.hpp"

namespace fathom::triangles_engine {

/// Vertices are numbered by falling degree, isolated ones dropped. Row u holds its neighbours below u: ascending, each once.
struct oriented_rows {
  vertex_renaming names;
  array<edge_offset> begins, ends;  ///< of the rows; parallel edges leave gaps between them
  array<vertex_id> targets;

  [[nodiscard]] vertex_id size() const { return names.size(); }
  [[nodiscard]] std::span<const vertex_id> row(vertex_id u) const { return {targets.data() + begins[u], targets.data() + ends[u]}; }
};

/// Bytes that orient() takes for a graph of so many vertices and edges as stored.
[[nodiscard]] std::uint64_t oriented_bytes(vertex_id num_vertices, edge_offset num_edges);

/// Incomplete once `stop` is set.
[[nodiscard]] oriented_rows orient(const graph& g, int threads, const std::stop_token& stop);

}  // namespace fathom::triangles_engine
