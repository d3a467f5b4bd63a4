// Engine of biconnected components.
#pragma once

#include <cstdint>
#include <stop_token>

#include "fathom/biconnected.hpp"
#include "fathom/graph.hpp"

namespace fathom::biconnected_engine {

/// Fills everything in `result` except for its report, or returns early if `stop` is requested. Every edge of `rows` must have its
/// reverse. Returns the number of adjacency entries read.
std::uint64_t depth_first_search(const adjacency_view& rows, vertex_id n, bool list_edges, biconnected_result& result,
                                 const std::stop_token& stop);

/// Host memory that depth_first_search() needs for n vertices and m stored edges, with its results.
[[nodiscard]] std::uint64_t search_bytes(vertex_id n, edge_offset m, bool list_edges);

}  // namespace fathom::biconnected_engine
