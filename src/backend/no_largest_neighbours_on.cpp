// Stub of graph/layout/cuda/largest_neighbors.cu for builds without CUDA, in which no layout is in device memory.
#include "graph/layout/largest_neighbors.hpp"

namespace fathom {

void find_largest_neighbors_cuda(const layout&, std::span<const vertex_id>, edge_offset, std::span<largest_neighbor>) {}

}  // namespace fathom
