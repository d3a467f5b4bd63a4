// Numbers of vertices and edges, and the direction, stated by a comment.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "io/vertices/vertex_numbering.hpp"

namespace fathom::io {

struct stated_counts {
  std::optional<stated_vertices> vertices;
  std::optional<std::uint64_t> edges;

  /// Parses a comment such as "# Nodes: 5 Edges: 7" or "# vertices = 5", unless an earlier comment stated vertices.
  void take(std::string_view comment);
  /// Records `count` vertices as stated by this comment.
  void take_vertices(std::uint64_t count, std::string_view comment);
};

/// The direction stated by a comment such as "# Directed graph", "# undirected" or "# directed: no".
[[nodiscard]] std::optional<bool> direction_in_comment(std::string_view comment);

}  // namespace fathom::io
