// What the host calls of the kernels.
#pragma once

#include "cuda/runtime.hpp"
#include "engine/betweenness/cuda/grid_search.hpp"

namespace fathom::betweenness_engine {

/// For cudaLaunchCooperativeKernel(), with a grid_search as its argument and block_threads a block.
template <class Value>
[[nodiscard]] const void* grid_kernel(bool edges);

/// Of all vertices.
struct kind_counts {
  unsigned long long narrow, parts;  ///< of wide ones
  unsigned long_vertices, slots;     ///< of those with more than one part
};

/// Writes kinds, and long_vertices, for which there is room for all rows of more than part_edges.
[[nodiscard]] kind_counts sort_vertices(std::uint32_t n, layout_adjacency out, layout_adjacency in, std::uint32_t* kinds,
                                        long_vertex* long_vertices, const cuda::stream& s);

}  // namespace fathom::betweenness_engine
