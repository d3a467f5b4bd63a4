// Greedy vertex coloring: vertices of one color have no edges between each other, so that they are updated at once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom::communities_engine {

/// Vertices by color; those of one color ascend.
struct color_classes {
  std::vector<vertex_id> members;
  std::vector<std::size_t> offsets;  ///< of the colors in `members`, and the end

  [[nodiscard]] std::size_t size() const noexcept { return offsets.size() - 1; }
  [[nodiscard]] std::span<const vertex_id> operator[](std::size_t color) const noexcept {
    return {members.data() + offsets[color], members.data() + offsets[color + 1]};
  }
};

/// Gives each vertex, in this order, the first color that no neighbor has. Self-loops are ignored.
[[nodiscard]] color_classes color_greedily(const adjacency_view& rows, std::span<const vertex_id> order);

}  // namespace fathom::communities_engine
