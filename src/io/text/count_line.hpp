// Count line: a first line "n m" with the numbers of vertices and edges, common in programming contests and course material.
#pragma once

#include <cstdint>
#include <optional>

#include "io/edge_columns.hpp"

namespace fathom::io {

struct count_line {
  std::uint64_t vertices = 0, edges = 0;
};

/// The first edge if it is a count line rather than an edge: exactly the stated number of edges follow (at least one), and all
/// their ids are in range, counted from 0 or from 1.
[[nodiscard]] std::optional<count_line> find_count_line(const line_edges& edges);

/// Whether the ids of all edges from `first_edge` on are valid for `vertices` vertices, counted from 0 or from 1.
[[nodiscard]] bool ids_fit(const line_edges& edges, std::size_t first_edge, std::uint64_t vertices) noexcept;

/// Removes the first edge.
void drop_first_edge(line_edges& edges);

}  // namespace fathom::io
