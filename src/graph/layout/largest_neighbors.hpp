// Largest-degree neighbors of selected vertices of a layout in host or device memory.
#pragma once

#include <span>
#include <vector>

#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct largest_neighbor {
  edge_offset degree = 0;      ///< out-degree of the vertex
  edge_offset hub_degree = 0;  ///< out-degree of that neighbor
  vertex_id hub = no_vertex;   ///< the first on ties; no_vertex if the vertex has no neighbors or they were not inspected
};

/// Entry i is for vertices[i], in the layout's ids; the entry for no_vertex has degree 0. Neighbors of vertices with `below` or
/// more edges are not inspected. Throws error_category::device, ::memory for a layout in device memory.
[[nodiscard]] std::vector<largest_neighbor> largest_neighbors(const layout& l, std::span<const vertex_id> vertices,
                                                              edge_offset below, int threads);

/// Lists of neighbors, one per vertex, in the order of the adjacency rows.
struct neighbor_lists {
  std::vector<std::size_t> offsets;  ///< one more than there are vertices
  std::vector<vertex_id> neighbors;  ///< in the layout's ids
};

/// Neighbors with an out-degree above `above`. Throws as largest_neighbors() does.
[[nodiscard]] neighbor_lists large_neighbors(const layout& l, std::span<const vertex_id> vertices, edge_offset above, int threads);

}  // namespace fathom
