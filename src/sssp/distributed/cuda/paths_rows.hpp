// Adjacency rows for shortest paths in device memory, light edges first. Include only in files that are compiled with CUDA.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"
#include "graph/partition/cuda/row_ends.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// By column id, numbered as in the partitioned graph; entries are row ids.
struct paths_rows {
  /// In units of the mean gap between the weights at a vertex. Wider than on CPUs, since a round takes a device as long as
  /// inspecting millions of edges.
  static constexpr double width_of_bucket = 16;

  float width = 0;                             ///< of a bucket
  cuda::buffer<edge_offset> offsets, middles;  ///< each row's edges lighter than `width` come first
  cuda::buffer<local_vertex> ends;
  cuda::buffer<edge_weight> weights;
  cuda::buffer<local_vertex> to_local;  ///< by position in the process's block
  cuda::buffer<std::int64_t> names;     ///< vertices by column id

  [[nodiscard]] row_ends light() const { return {offsets.data(), middles.data()}; }
  [[nodiscard]] row_ends heavy() const { return {middles.data(), offsets.data() + 1}; }
};

/// Unpartitioned adjacency rows in device memory.
struct given_rows {
  const local_vertex* ends;
  const edge_weight* weights;
  std::uint64_t size = 0;  ///< entries
};

/// Fills rows.middles, .ends and .weights for `columns` rows from rows.offsets and .width.
void part_rows(paths_rows& rows, std::uint64_t columns, given_rows given, const cuda::stream& s);

/// From a part in host memory.
[[nodiscard]] paths_rows upload_paths_rows(const partitioned_graph& g, float width, const cuda::stream& s);
/// Bytes of the partitioned rows, and of the unpartitioned edges.
[[nodiscard]] std::uint64_t bytes_of_paths_rows(const partitioned_graph& g);
[[nodiscard]] std::uint64_t bytes_of_given_rows(const partitioned_graph& g);

}  // namespace fathom::ranks_engine
