// Entries of oriented rows: vertices, in a directed graph with the number of edges between the row's vertex and the entry's.
#pragma once

#include "fathom/callable.hpp"
#include "fathom/types.hpp"

namespace fathom::triangles_engine {

/// Of an undirected graph, or if directions are ignored. Every triangle counts once.
struct plain_entry {
  static FATHOM_CALLABLE vertex_id made_of(vertex_id v, bool) { return v; }
  static FATHOM_CALLABLE vertex_id vertex(vertex_id entry) { return entry; }
  static FATHOM_CALLABLE unsigned edges(vertex_id) { return 1; }
};

/// The lowest bit is set if there are edges in both directions. A triangle counts once for each choice of one edge per pair of its
/// vertices. Entries ascend as their vertices do.
struct directed_entry {
  static FATHOM_CALLABLE vertex_id made_of(vertex_id v, bool mutual) { return 2 * v + (mutual ? 1 : 0); }
  static FATHOM_CALLABLE vertex_id vertex(vertex_id entry) { return entry / 2; }
  static FATHOM_CALLABLE unsigned edges(vertex_id entry) { return 1 + entry % 2; }
};

/// Limit on the vertices of a graph with directed entries.
inline constexpr vertex_id most_directed_vertices = (vertex_id{1} << 31) - 1;

}  // namespace fathom::triangles_engine
