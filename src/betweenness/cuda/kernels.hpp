// Host interface of the betweenness kernels.
#pragma once

#include "betweenness/cuda/grid_search.hpp"
#include "gpu/runtime.hpp"

namespace fathom::betweenness_engine {

/// Kernel for cudaLaunchCooperativeKernel(), with a grid_search as its argument and block_threads threads per thread block.
template <class Value>
[[nodiscard]] const void* grid_kernel(bool edges);

/// Vertex counts by kind.
struct kind_counts {
  unsigned long long narrow, parts;  ///< narrow vertices, and row parts of all wide ones
  unsigned long_vertices, slots;     ///< wide vertices with more than one part, and their parts
};

/// Writes kinds and long_vertices, which must have room for all adjacency rows of more than part_edges edges.
[[nodiscard]] kind_counts sort_vertices(std::uint32_t n, layout_adjacency out, layout_adjacency in, std::uint32_t* kinds,
                                        long_vertex* long_vertices, const cuda::stream& s);

}  // namespace fathom::betweenness_engine
