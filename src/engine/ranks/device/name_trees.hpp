// Numbers of the vertices of all ranks in one forest, and what its trees are called. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Column ids become numbers in the forest: local ids of their owner, behind `stride` numbers of each rank before it. `columns` and
/// `column`: of the grid.
void number_ends(const cuda::buffer<local_vertex>& ends, std::uint64_t stride, std::uint64_t columns, std::uint64_t column,
                 const cuda::stream& s);

/// By local id below `stride`: where in the rank's block the vertex is; no_local_vertex where there is none.
[[nodiscard]] cuda::buffer<std::uint32_t> positions_of(const cuda::buffer<local_vertex>& to_local, std::uint64_t stride,
                                                       const cuda::stream& s);

/// A forest of all ranks' vertices in the device's memory.
struct numbered_forest {
  const vertex_id* tree = nullptr;           ///< of each number: its root's
  const std::uint32_t* positions = nullptr;  ///< of each number: positions_of() its owner
  std::uint64_t size = 0, stride = 0;
  const std::uint64_t* firsts = nullptr;  ///< of each rank: the first vertex of its block
};

/// names[v]: the smallest vertex of v's tree, in the caller's ids.
void name_trees(const numbered_forest& forest, const cuda::buffer<unsigned long long>& names, const cuda::stream& s);

/// Labels by the rank's vertices in the caller's order, `first` being its first; names are by local id. Who has no edge is alone.
void write_labels(const cuda::buffer<local_vertex>& to_local, const cuda::buffer<unsigned long long>& names, std::uint64_t first,
                  const cuda::buffer<unsigned long long>& labels, const cuda::stream& s);

}  // namespace fathom::ranks_engine
