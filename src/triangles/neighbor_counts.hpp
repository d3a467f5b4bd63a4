// Numbers of distinct neighbors, for clustering coefficients.
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/callable.hpp"
#include "fathom/graph.hpp"
#include "triangles/undirected_rows.hpp"

namespace fathom::triangles_engine {

/// As in triangles_result.
struct neighbor_counts {
  array<vertex_id> degrees, mutual;
  std::uint64_t wedges = 0;
};

/// Pairs of d neighbors.
[[nodiscard]] FATHOM_CALLABLE constexpr std::uint64_t pairs_of(std::uint64_t d) { return d > 0 ? d * (d - 1) / 2 : 0; }

/// Triangles of a vertex with d edges in a directed graph in which all neighbors are connected in both directions; `mutual`
/// neighbors have edges in both directions.
[[nodiscard]] FATHOM_CALLABLE constexpr std::uint64_t directed_pairs_of(std::uint64_t d, std::uint64_t mutual) {
  return d > 0 ? d * (d - 1) - 2 * mutual : 0;
}

/// The rows of `g` are sorted. Takes time linear in n if the graph has no self-loops and no parallel edges.
[[nodiscard]] neighbor_counts count_neighbors(const graph& g, int threads);

/// With directions.
[[nodiscard]] neighbor_counts count_neighbors(const undirected_rows& rows, int threads);

}  // namespace fathom::triangles_engine
