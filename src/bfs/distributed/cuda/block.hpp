// A process's part of the graph and the device memory of a search whose host runs the level loop. Include only in files that are
// compiled with CUDA.
#pragma once

#include <cstdint>

#include "bfs/distributed/cuda/level_progress.hpp"
#include "gpu/runtime.hpp"
#include "graph/partition/cuda/block_view.hpp"
#include "graph/partition/cuda/part.hpp"

namespace fathom::ranks_engine {

/// Throws error_category::memory, before anything is allocated, if the device has too little.
struct device_block {
  device_block(const partitioned_graph& g, const cuda::stream& s);

  block_view view;
  std::uint64_t all_words = 0, own_words = 0;  ///< bitmap words for all column ids, and for this process's part of them

  device_part part;
  cuda::buffer<local_vertex> head;

  /// One word more than all_words, which the heads of empty rows point to.
  cuda::buffer<bit_word> visited;
  /// Frontier bits of all processes of the grid column. A step writes this process's own part, or with several columns the conflict
  /// resolution along the grid row does.
  cuda::buffer<bit_word> found;
  cuda::buffer<frontier_message> messages;  ///< one per process of the grid column
  cuda::buffer<local_vertex> frontier;      ///< column ids
  cuda::buffer<std::uint64_t> starts;       ///< exclusive prefix sum of the frontier's row lengths, then the total
  cuda::buffer<std::uint64_t> sums;         ///< scratch memory for these sums
  cuda::buffer<local_vertex> parents;       ///< by row id: column ids
  cuda::buffer<std::uint32_t> cursor;
  cuda::buffer<level_progress> progress;

  /// Bytes allocated, including those for the exchange along the grid row.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
};

}  // namespace fathom::ranks_engine
