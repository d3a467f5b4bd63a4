// largest_neighbors() for a layout in the memory of a CUDA device.
#pragma once

#include "graph/layout/largest_neighbors.hpp"

namespace fathom {

void find_largest_neighbors_cuda(const layout& l, std::span<const vertex_id> vertices, edge_offset below,
                                 std::span<largest_neighbor> found);

}  // namespace fathom
