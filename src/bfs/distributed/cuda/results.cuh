// Results of a distributed search in the caller's order and ids.
#pragma once

#include <cstdint>

#include "gpu/kernel.cuh"
#include "gpu/loads.cuh"
#include "graph/partition/cuda/block_view.hpp"
#include "graph/partition/cuda/part.hpp"

namespace fathom::ranks_engine {

inline constexpr unsigned results_at_once = 8;  // results per thread

/// Number of thread blocks for `size` results.
inline unsigned result_blocks(std::uint64_t size) { return cuda::wide_grid((size + results_at_once - 1) / results_at_once); }

/// Looks up the column id from which a vertex was discovered, if it was. See `write_results`.
struct visited_parents {
  const bit_word* visited;  ///< by local id
  const local_vertex* parents;
  __device__ local_vertex operator()(bool wanted, local_vertex id) const {
    const bit_word near = cuda::load_if(wanted, visited + id / bits_per_word, 0);
    return cuda::load_if((near >> id % bits_per_word & 1) != 0, parents + id, no_local_vertex);
  }
};

/// The same, once predecessors have been converted to vertices, which then lie by local id.
struct named_parents {
  const bit_word* visited;  ///< by local id
  __device__ local_vertex operator()(bool wanted, local_vertex id) const {
    const bit_word near = cuda::load_if(wanted, visited + id / bits_per_word, 0);
    return (near >> id % bits_per_word & 1) != 0 ? id : no_local_vertex;
  }
};

/// Writes all ones (-1) for unreached vertices and the source for itself. `parent_of(wanted, id)` returns the column id from which
/// a local id was discovered, or no_local_vertex, and must not load anything unless wanted. Either array may be null. A thread
/// handles several vertices at once, since each lookup waits for memory. A thread block handles consecutive vertices: those of
/// equal degree also have consecutive local ids and share cache lines.
template <class Name, class ParentOf>
__global__ void write_results(result_names<Name> names, ParentOf parent_of, const std::int32_t* levels, Name* predecessors,
                              std::int32_t* distances) {
  constexpr unsigned at_once = results_at_once;
  constexpr Name nobody = static_cast<Name>(-1);
  const std::uint64_t step = blockDim.x, tile = at_once * step;
  for (std::uint64_t base = blockIdx.x * tile + threadIdx.x; base < names.size; base += gridDim.x * tile) {
    local_vertex id[at_once], from[at_once];
    Name parent[at_once];
    std::int32_t level[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint64_t position = base + k * step;
      // the source has no parent
      id[k] = position < names.size && position != names.source_position ? __ldcs(names.to_local + position) : no_local_vertex;
    }
    for (unsigned k = 0; k < at_once; ++k) from[k] = parent_of(id[k] != no_local_vertex, id[k]);
    for (unsigned k = 0; k < at_once; ++k) {
      const bool is_found = from[k] != no_local_vertex;
      parent[k] = cuda::load_if(predecessors && is_found, names.vertices + from[k], nobody);
      level[k] = cuda::load_if(distances && is_found, levels + id[k], -1);
    }
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint64_t position = base + k * step;
      if (position >= names.size) break;
      const bool is_source = position == names.source_position;
      if (predecessors) __stcs(predecessors + position, is_source ? names.source : parent[k]);
      if (distances) __stcs(distances + position, is_source ? 0 : level[k]);
    }
  }
}

}  // namespace fathom::ranks_engine
