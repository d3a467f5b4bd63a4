// Choice between top-down and bottom-up for a level of a search (Beamer, Asanović and Patterson, SC 2012).
#pragma once

#include "fathom/callable.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom::multi_search_engine {

/// Counts before a level.
struct level_counts {
  double frontier;   ///< out-edges of the frontier
  double remaining;  ///< in-edges of the vertices that have not joined
  double unvisited;  ///< number of these vertices
  double edges;      ///< of the graph
  double words;      ///< of the bitmap that a bottom-up level reads
};

/// Whether a bottom-up level is expected to be faster than a top-down one, which inspects the frontier's edges. Bottom-up, vertices
/// that have not joined inspect all in-edges; if one edge suffices, only up to the first from the frontier, as one of `edges` /
/// `frontier` edges is. Top-down, an edge then takes about twice as long, since its end joins by an atomic operation or at a random
/// place.
[[nodiscard]] FATHOM_CALLABLE constexpr bool bottom_up_pays(edge_visits visits, const level_counts& c) noexcept {
  if (visits != edge_visits::until_vertex_joins) return c.frontier > c.remaining + c.words;
  const double until_found = c.unvisited * c.edges / c.frontier;
  return 2 * c.frontier > (until_found < c.remaining ? until_found : c.remaining) + c.words;
}

}  // namespace fathom::multi_search_engine
