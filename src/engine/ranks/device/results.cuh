// The result of a rank's search, in the caller's order and ids.
#pragma once

#include <cstdint>

#include "cuda/kernel.cuh"
#include "engine/ranks/device/device_part.hpp"

namespace fathom::ranks_engine {

/// All ones, -1, for what was not reached, the source for itself. `parent_of` gives the column id from which a local id was found,
/// or no_local_vertex. Either array may be null. Several vertices at once, since each step to a predecessor waits for memory.
template <class Name, class ParentOf>
__global__ void write_results(result_names<Name> names, ParentOf parent_of, const std::int32_t* levels, Name* predecessors,
                              std::int32_t* distances) {
  constexpr unsigned at_once = 8;
  constexpr Name nobody = static_cast<Name>(-1);
  const std::uint64_t step = cuda::grid_threads();
  for (std::uint64_t base = cuda::grid_thread(); base < names.size; base += at_once * step) {
    local_vertex id[at_once], from[at_once];
    Name parent[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint64_t position = base + k * step;
      // Nobody has found the source.
      id[k] = position < names.size && position != names.source_position ? names.to_local[position] : no_local_vertex;
    }
    for (unsigned k = 0; k < at_once; ++k) from[k] = id[k] != no_local_vertex ? parent_of(id[k]) : no_local_vertex;
    for (unsigned k = 0; k < at_once; ++k)
      parent[k] = predecessors && from[k] != no_local_vertex ? names.vertices[from[k]] : nobody;
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint64_t position = base + k * step;
      if (position >= names.size) break;
      const bool is_source = position == names.source_position;
      if (predecessors) predecessors[position] = is_source ? names.source : parent[k];
      if (distances) distances[position] = is_source ? 0 : from[k] != no_local_vertex ? levels[id[k]] : -1;
    }
  }
}

}  // namespace fathom::ranks_engine
