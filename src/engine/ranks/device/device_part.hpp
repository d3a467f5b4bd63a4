// A rank's part of a partitioned graph of one grid column in the memory of its device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "distributed/partitioned_graph.hpp"

namespace fathom::ranks_engine {

struct device_part {
  cuda::buffer<edge_offset> out_offsets, in_offsets;
  cuda::buffer<local_vertex> out_ends, in_ends;
  cuda::buffer<std::uint32_t> out_degrees;
  cuda::buffer<local_vertex> to_local;
  cuda::buffer<std::int64_t> vertices;  ///< by column id: what the caller calls it
};

[[nodiscard]] device_part upload_part(const partitioned_graph& g, const cuda::stream& s);
/// The bytes that it takes.
[[nodiscard]] std::uint64_t bytes_of_part(const partitioned_graph& g);

/// What the caller calls a rank's vertices.
struct result_names {
  const local_vertex* to_local = nullptr;  ///< by position in this rank's block
  const std::int64_t* vertices = nullptr;  ///< by column id
  std::uint64_t size = 0;                  ///< vertices of this rank's block
  std::uint64_t source_position = 0;       ///< `size` or more where it is another rank's
  std::int64_t source = 0;
};

[[nodiscard]] result_names names_of(const partitioned_graph& g, const device_part& part, global_vertex source);

/// Throws error_category::memory where the device has not these bytes for the rank's part and a search in it.
void require_memory_for(const partitioned_graph& g, std::uint64_t bytes);

}  // namespace fathom::ranks_engine
