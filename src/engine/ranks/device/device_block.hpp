// A rank's part of the graph and the memory of a search on a device whose host runs from level to level. For files that are
// compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "engine/ranks/device/block_view.hpp"
#include "engine/ranks/device/device_part.hpp"

namespace fathom::ranks_engine {

/// Throws error_category::memory where the device has too little, before anything is allocated.
struct device_block {
  device_block(const partitioned_graph& g, const cuda::stream& s);

  block_view view;
  std::uint64_t all_words = 0, own_words = 0;  ///< of bitmaps of column ids, and of this rank's part of them

  device_part part;
  cuda::buffer<local_vertex> head;

  /// A word more than all_words: where the heads of rows without edges lead.
  cuda::buffer<bit_word> visited;
  /// The frontier's bits of all ranks of the column; this rank's own part of it is what a step writes, or with several columns what
  /// the row has settled.
  cuda::buffer<bit_word> found;
  cuda::buffer<frontier_message> messages;  ///< one of each rank of the column
  cuda::buffer<local_vertex> frontier;      ///< column ids
  cuda::buffer<std::uint64_t> starts;       ///< where the edges of each begin among those of all, and their number
  cuda::buffer<local_vertex> parents;       ///< by row id: column ids
  cuda::buffer<std::uint32_t> cursor;
  cuda::buffer<unsigned long long> inspected;

  /// The bytes that it asks for, with those of the ranks of its row.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
};

}  // namespace fathom::ranks_engine
