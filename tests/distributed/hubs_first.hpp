// Graphs whose first vertices have most of the edges.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {

/// Each vertex has `edges` edges to the first `hubs` vertices.
[[nodiscard]] inline edge_list hubs_first(vertex_id n, vertex_id hubs, int edges, bool directed) {
  edge_pairs pairs;
  for (vertex_id v = hubs; v < n; ++v) {
    for (int i = 0; i < edges; ++i) {
      const std::uint64_t bits =
          random_bits(7, std::uint64_t{v} * static_cast<std::uint64_t>(edges) + static_cast<std::uint64_t>(i));
      pairs.emplace_back(v, static_cast<vertex_id>(bounded(bits, hubs)));
    }
  }
  return edges_of(n, pairs, directed);
}

}  // namespace fathom::test
