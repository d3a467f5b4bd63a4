// Undirected graph of a directed one, which knows where edges have both directions.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace fathom::triangles_engine {

struct undirected_rows {
  graph g;                     ///< without parallel edges and self-loops; neighbors are those of in-edges and out-edges
  array<std::uint8_t> mutual;  ///< one per stored edge: 1 if the directed graph has it in both directions, else 0
};

/// `g` is directed and its rows are sorted. In-edges that it was built without are computed. Throws error_category::memory,
/// ::cancelled.
[[nodiscard]] undirected_rows join_directions(const graph& g, int threads, const run_control& control);

}  // namespace fathom::triangles_engine
