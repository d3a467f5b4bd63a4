// Choice between top-down and bottom-up for a level of a search (Beamer, Asanović and Patterson, SC 2012).
#pragma once

#include "fathom/callable.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom::multi_search_engine {

/// Counts before a level, rounded.
struct level_counts {
  float frontier;   ///< out-edges of the frontier
  float remaining;  ///< in-edges of the vertices that have not joined
  float unvisited;  ///< number of these vertices
  float edges;      ///< of the graph
  float words;      ///< of the bitmap that a bottom-up level reads
};

/// Whether a bottom-up level is expected to be faster than a top-down one, which inspects the frontier's edges. Bottom-up, vertices
/// that have not joined inspect all in-edges; if one edge suffices, only up to the first from the frontier, as one of `edges` /
/// `frontier` edges is. Top-down, an edge then takes about twice as long, since its end joins by an atomic operation or at a random
/// place.
[[nodiscard]] FATHOM_CALLABLE constexpr bool bottom_up_pays(edge_visits visits, const level_counts& c) noexcept {
  if (visits != edge_visits::until_vertex_joins) return c.frontier > c.remaining + c.words;
  const float most = 2 * c.frontier - c.words;
  return most > c.remaining || most * c.frontier > c.unvisited * c.edges;
}

}  // namespace fathom::multi_search_engine
