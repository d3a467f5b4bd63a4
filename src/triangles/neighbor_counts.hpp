// Numbers of distinct neighbors, for clustering coefficients.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom::triangles_engine {

struct neighbor_counts {
  array<vertex_id> degrees;  ///< n entries: distinct neighbors other than the vertex itself
  std::uint64_t wedges = 0;  ///< pairs of neighbors of a vertex, summed over all vertices
};

/// Pairs of d neighbors.
[[nodiscard]] constexpr std::uint64_t pairs_of(std::uint64_t d) { return d > 0 ? d * (d - 1) / 2 : 0; }

/// The rows of `g` are sorted. Takes time linear in n if the graph has no self-loops and no parallel edges.
[[nodiscard]] neighbor_counts count_neighbors(const graph& g, int threads);

}  // namespace fathom::triangles_engine
