// Lists of vertices that callers give.
#pragma once

#include <span>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom {

/// Throws error_category::usage for one outside the graph, naming its place in the list.
void check_vertices(const graph& g, std::span<const vertex_id> vertices);

/// `vertices` themselves, or where there are none all of the graph in its order.
[[nodiscard]] std::vector<vertex_id> those_or_all(const graph& g, std::span<const vertex_id> vertices);

}  // namespace fathom
