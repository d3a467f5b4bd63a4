// Lists of vertices that callers give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom {

/// Throws error_category::usage for one outside the graph, naming its place in the list.
void check_vertices(const graph& g, std::span<const vertex_id> vertices);

/// `vertices` themselves, or where there are none all of the graph in its order.
[[nodiscard]] std::vector<vertex_id> those_or_all(const graph& g, std::span<const vertex_id> vertices);

/// Distinct random vertices, all of the graph where it has no more. Isolated ones, too: estimates would be biased without them.
[[nodiscard]] std::vector<vertex_id> random_vertices(const graph& g, std::size_t count, std::uint64_t seed);

}  // namespace fathom
