// Reference for onion layers: networkx.onion_layers(), with a recount of the remaining neighbors for each layer.
#pragma once

#include <algorithm>
#include <vector>

#include "cores_by_hand.hpp"

namespace fathom::test {

/// `g` is undirected. Takes time linear in the size of the graph for each layer.
inline std::vector<vertex_id> onion_by_hand(const graph& g) {
  const std::vector<std::vector<vertex_id>> neighbors = all_neighbors_by_hand(g);
  std::vector<vertex_id> layers(g.num_vertices(), 0);
  std::size_t core = 0;
  for (vertex_id layer = 1; std::ranges::count(layers, 0u) > 0; ++layer) {
    std::vector<std::size_t> degree(g.num_vertices());
    std::size_t smallest = g.num_edges();
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      degree[v] = static_cast<std::size_t>(std::ranges::count_if(neighbors[v], [&](vertex_id w) { return layers[w] == 0; }));
      if (layers[v] == 0) smallest = std::min(smallest, degree[v]);
    }
    core = std::max(core, smallest);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      if (layers[v] == 0 && degree[v] <= core) layers[v] = layer;
    }
  }
  return layers;
}

}  // namespace fathom::test
