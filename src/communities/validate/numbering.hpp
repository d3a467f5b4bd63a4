// Rule of both validators of communities: they are numbered from 0 in the order of their first vertices.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fathom/graph.hpp"

namespace fathom {

struct checked_numbering {
  std::string fault;             ///< empty if the numbering is right
  std::vector<vertex_id> sizes;  ///< vertices of each community
};

[[nodiscard]] inline checked_numbering check_numbering(const graph& g, std::span<const vertex_id> labels) {
  if (labels.size() != g.num_vertices()) return {fmt::format("there are {} for {} vertices", labels.size(), g.num_vertices()), {}};
  std::vector<vertex_id> sizes;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (labels[v] > sizes.size())
      return {fmt::format("'{}' has {}, the first number above {}", g.name(v), labels[v], sizes.size()), {}};
    if (labels[v] == sizes.size()) sizes.push_back(0);
    ++sizes[labels[v]];
  }
  return {"", std::move(sizes)};
}

}  // namespace fathom
