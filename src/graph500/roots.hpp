// Roots of Graph500 searches.
#pragma once

#include <cstdint>
#include <vector>

#include "fathom/graph.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// Collective: `count` distinct vertices with an edge other than a self-loop, or all of them if there are fewer. Depends only on
/// the graph and the seed, not on the number of processes.
[[nodiscard]] std::vector<global_vertex> graph500_roots(const partitioned_graph& g, int count, std::uint64_t seed);
/// The same for a graph in one process.
[[nodiscard]] std::vector<global_vertex> graph500_roots(const graph& g, int count, std::uint64_t seed);

}  // namespace fathom
