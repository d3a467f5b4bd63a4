// Engine of spanning forests.
#pragma once

#include <cstdint>
#include <stop_token>

#include "fathom/graph.hpp"
#include "fathom/spanning_forest.hpp"

namespace fathom::forest_engine {

/// Fills edges, weight and trees of `result`, or returns early if `stop` is requested. Every edge of `rows` must have its reverse
/// of the same weight, and no weight may be NaN. Returns the number of edges that were sorted.
std::uint64_t filter_kruskal(const adjacency_view& rows, vertex_id n, forest_weight total, spanning_forest_result& result,
                             const std::stop_token& stop);

/// Host memory that filter_kruskal() needs for n vertices and m stored edges, with its results.
[[nodiscard]] std::uint64_t filter_kruskal_bytes(vertex_id n, edge_offset m);

}  // namespace fathom::forest_engine
