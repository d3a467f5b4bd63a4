// The result of a rank's search, in the caller's order and ids.
#pragma once

#include <cstdint>

#include "cuda/kernel.cuh"
#include "engine/ranks/device/device_part.hpp"

namespace fathom::ranks_engine {

/// What the caller calls a rank's vertices.
struct result_names {
  const local_vertex* to_local = nullptr;           ///< by position in this rank's block
  const std::uint32_t* column_positions = nullptr;  ///< by column id: the position in its owner's block
  const std::uint64_t* firsts = nullptr;            ///< by rank of the column
  std::uint32_t stride = 1;                         ///< column ids of a rank
  std::uint64_t size = 0;                           ///< vertices of this rank's block
  std::uint64_t source_position = 0;                ///< `size` or more where it is another rank's
  std::int64_t source = 0;
};

inline result_names names_of(const partitioned_graph& g, const device_part& part, global_vertex source) {
  return {part.to_local.data(),
          part.column_positions.data(),
          part.firsts.data(),
          static_cast<std::uint32_t>(g.stride),
          g.to_local.size(),
          source - g.own_block().first,
          static_cast<std::int64_t>(source)};
}

/// A vertex of the result on its way to its predecessor: several at once, since each step of it waits for memory.
struct result_walk {
  local_vertex id = no_local_vertex, from = no_local_vertex;
  std::uint32_t position = 0;
};

/// -1 for what was not reached, the source for itself. `parent_of` gives the column id from which a local id was found, or
/// no_local_vertex. Either array may be null.
template <class ParentOf>
__global__ void write_results(result_names names, ParentOf parent_of, const std::int32_t* levels, std::int64_t* predecessors,
                              std::int32_t* distances) {
  constexpr unsigned at_once = 8;
  const std::uint64_t step = cuda::grid_threads();
  for (std::uint64_t base = cuda::grid_thread(); base < names.size; base += at_once * step) {
    result_walk walk[at_once];
    for (unsigned k = 0; k < at_once; ++k) {
      if (base + k * step < names.size) walk[k].id = names.to_local[base + k * step];
    }
    for (unsigned k = 0; k < at_once; ++k) {
      if (walk[k].id != no_local_vertex) walk[k].from = parent_of(walk[k].id);
    }
    for (unsigned k = 0; k < at_once; ++k) {
      if (predecessors && walk[k].from != no_local_vertex) walk[k].position = names.column_positions[walk[k].from];
    }
    for (unsigned k = 0; k < at_once; ++k) {
      const std::uint64_t position = base + k * step;
      if (position >= names.size) break;
      const bool is_source = position == names.source_position, reached = walk[k].from != no_local_vertex;
      if (predecessors) {
        const std::int64_t parent =
            reached ? static_cast<std::int64_t>(names.firsts[walk[k].from / names.stride] + walk[k].position) : -1;
        predecessors[position] = is_source ? names.source : parent;
      }
      if (distances) distances[position] = is_source ? 0 : reached ? levels[walk[k].id] : -1;
    }
  }
}

}  // namespace fathom::ranks_engine
