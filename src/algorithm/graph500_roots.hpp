// The roots of Graph500's searches.
#pragma once

#include <cstdint>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Collective: `count` distinct vertices with an edge that is no self-loop, or all there are; the same for the same graph and seed,
/// however many ranks it lies on.
[[nodiscard]] std::vector<global_vertex> graph500_roots(const partitioned_graph& g, int count, std::uint64_t seed);
/// The same of a graph in one place.
[[nodiscard]] std::vector<global_vertex> graph500_roots(const graph& g, int count, std::uint64_t seed);

}  // namespace fathom
