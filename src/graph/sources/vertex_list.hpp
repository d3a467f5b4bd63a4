// Vertex lists given by callers, and random vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom {

/// Throws error_category::usage for a vertex outside the graph, naming its position in the list.
void check_vertices(const graph& g, std::span<const vertex_id> vertices);

/// `vertices` themselves, or all vertices of the graph in order if the list is empty.
[[nodiscard]] std::vector<vertex_id> given_or_all(const graph& g, std::span<const vertex_id> vertices);

/// `count` distinct random vertices, or all if the graph has no more. Includes isolated vertices: estimates would be biased without
/// them.
[[nodiscard]] std::vector<vertex_id> random_vertices(const graph& g, std::size_t count, std::uint64_t seed);

}  // namespace fathom
