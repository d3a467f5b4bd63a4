// A rank's block and the memory of a search on a device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "engine/ranks/device/block_view.hpp"

namespace fathom::ranks_engine {

/// Of one grid column. Throws error_category::memory where the device has too little, before anything is allocated.
struct device_block {
  device_block(const partitioned_graph& g, const cuda::stream& s);

  block_view view;
  std::uint64_t all_words = 0, own_words = 0;  ///< of bitmaps of column ids, and of this rank's part of them

  cuda::buffer<edge_offset> out_offsets, in_offsets;
  cuda::buffer<local_vertex> out_ends, in_ends, head;
  cuda::buffer<std::uint32_t> out_degrees;
  cuda::buffer<local_vertex> to_local;
  cuda::buffer<std::uint32_t> column_positions;
  cuda::buffer<std::uint64_t> firsts;  ///< where each rank's block begins

  /// A word more than all_words: where the heads of rows without edges lead.
  cuda::buffer<bit_word> visited;
  /// All ranks' bits of the frontier; this rank's own part of it is what a step writes.
  cuda::buffer<bit_word> found;
  cuda::buffer<frontier_message> messages;  ///< one of each rank
  cuda::buffer<local_vertex> frontier;      ///< column ids
  cuda::buffer<std::uint64_t> starts;       ///< where the edges of each begin among those of all, and their number
  cuda::buffer<local_vertex> parents;       ///< by local id: column ids
  cuda::buffer<std::uint32_t> cursor;
  cuda::buffer<unsigned long long> inspected;

  /// The bytes that the constructor asks for.
  [[nodiscard]] static std::uint64_t planned_bytes(const partitioned_graph& g);
};

}  // namespace fathom::ranks_engine
