// Vertex numbering of a forest over all processes, and the labels of its trees. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Converts column ids to forest numbers: owner * stride + local id. `columns` and `column` are those of the grid.
void number_ends(const cuda::buffer<local_vertex>& ends, std::uint64_t stride, std::uint64_t columns, std::uint64_t column,
                 const cuda::stream& s);

/// By local id below `stride`: the vertex's position in the process's block, or no_local_vertex if there is none.
[[nodiscard]] cuda::buffer<std::uint32_t> positions_of(const cuda::buffer<local_vertex>& to_local, std::uint64_t stride,
                                                       const cuda::stream& s);

/// A forest of all processes' vertices in device memory.
struct numbered_forest {
  const vertex_id* tree = nullptr;           ///< by forest number: the root's number
  const std::uint32_t* positions = nullptr;  ///< by forest number: positions_of() of its owner
  std::uint64_t size = 0, stride = 0;
  const std::uint64_t* firsts = nullptr;  ///< by process: the first vertex of its block
};

/// Writes names[v]: the smallest vertex of v's tree, in the caller's ids.
void name_trees(const numbered_forest& forest, const cuda::buffer<unsigned long long>& names, const cuda::stream& s);

/// Writes labels of the process's vertices in the caller's order, beginning with `first`; names are by local id. Isolated vertices
/// keep their own label.
void write_labels(const cuda::buffer<local_vertex>& to_local, const cuda::buffer<unsigned long long>& names, std::uint64_t first,
                  const cuda::buffer<unsigned long long>& labels, const cuda::stream& s);

}  // namespace fathom::ranks_engine
