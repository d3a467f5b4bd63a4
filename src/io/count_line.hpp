// A first line "n m" with the numbers of vertices and edges, as programming contests and many course codes write it.
#pragma once

#include <cstdint>
#include <optional>

#include "io/edge_columns.hpp"

namespace fathom::io {

struct count_line {
  std::uint64_t vertices = 0, edges = 0;
};

/// The first edge, where it is no edge but such a line: as many edges follow as it says, at least one, and no id of theirs is too
/// large, counted from 0 or from 1.
[[nodiscard]] std::optional<count_line> find_count_line(const line_edges& edges);

/// Whether the ids of all edges fit `vertices`.
[[nodiscard]] bool ids_fit(const line_edges& edges, std::size_t first_edge, std::uint64_t vertices) noexcept;

/// Removes the first edge.
void drop_first_edge(line_edges& edges);

}  // namespace fathom::io
