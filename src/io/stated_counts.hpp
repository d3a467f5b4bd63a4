// Numbers of vertices and edges that a comment states.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "io/vertex_numbering.hpp"

namespace fathom::io {

struct stated_counts {
  std::optional<vertex_statement> vertices;
  std::optional<std::uint64_t> edges;

  /// Takes "# Nodes: 5 Edges: 7", "# vertices = 5" and the like from a comment, unless an earlier one stated vertices.
  void take(std::string_view comment);
  /// Takes `count` vertices as stated by this comment.
  void take_vertices(std::uint64_t count, std::string_view comment);
};

}  // namespace fathom::io
