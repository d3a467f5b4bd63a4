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

/// -1 for what was not reached, the source for itself. `parent_of` gives the column id from which a local id was found, or
/// no_local_vertex. Either array may be null.
template <class ParentOf>
__global__ void write_results(result_names names, ParentOf parent_of, const std::int32_t* levels, std::int64_t* predecessors,
                              std::int32_t* distances) {
  for (std::uint64_t position = cuda::grid_thread(); position < names.size; position += cuda::grid_threads()) {
    const local_vertex id = names.to_local[position];
    const bool is_source = position == names.source_position;
    const local_vertex from = id == no_local_vertex ? no_local_vertex : parent_of(id);
    if (predecessors) {
      std::int64_t parent = -1;
      if (is_source) {
        parent = names.source;
      } else if (from != no_local_vertex) {
        parent = static_cast<std::int64_t>(names.firsts[from / names.stride] + names.column_positions[from]);
      }
      predecessors[position] = parent;
    }
    if (distances) distances[position] = is_source ? 0 : from != no_local_vertex ? levels[id] : -1;
  }
}

}  // namespace fathom::ranks_engine
