// The neighbour of largest out-degree of some of a layout's vertices, wherever the layout lies.
#pragma once

#include <span>
#include <vector>

#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct largest_neighbour {
  edge_offset degree = 0;      ///< out of the vertex
  edge_offset hub_degree = 0;  ///< out of its neighbour
  vertex_id hub = no_vertex;   ///< of equals the first; no_vertex without neighbours, or where they were not looked at
};

/// Of the layout's vertices; no_vertex among them gives no edges. Neighbours of those of `below` edges or more are not looked at.
/// Throws error_category::device, ::memory for a layout that lies on one.
[[nodiscard]] std::vector<largest_neighbour> largest_neighbours(const layout& l, std::span<const vertex_id> vertices,
                                                                edge_offset below, int threads);

/// Of a layout that lies on a device; largest_neighbours() calls it.
void find_largest_neighbours_on(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                std::span<largest_neighbour> found);

}  // namespace fathom
