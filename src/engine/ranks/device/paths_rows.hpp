// The rows that shortest paths are searched along, in the memory of a rank's device. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/device/row_ends.hpp"

namespace fathom::ranks_engine {

/// By column id, as the partitioned graph numbers them; entries are row ids.
struct paths_rows {
  /// In mean distances between the weights of a vertex. Wider than on CPUs, since a round takes a device as long as millions of
  /// looks at edges do.
  static constexpr double width_of_bucket = 16;

  float width = 0;                             ///< of a bucket
  cuda::buffer<edge_offset> offsets, middles;  ///< of each row the edges below that width come first
  cuda::buffer<local_vertex> ends;
  cuda::buffer<edge_weight> weights;
  cuda::buffer<local_vertex> to_local;  ///< by position in the rank's block
  cuda::buffer<std::int64_t> names;     ///< vertices of column ids

  [[nodiscard]] row_ends light() const { return {offsets.data(), middles.data()}; }
  [[nodiscard]] row_ends heavy() const { return {middles.data(), offsets.data() + 1}; }
};

/// Rows as they were constructed, in device memory.
struct given_rows {
  const local_vertex* ends;
  const edge_weight* weights;
  std::uint64_t size = 0;  ///< entries
};

/// rows.middles, .ends and .weights, of `columns` rows, from rows.offsets and .width.
void part_rows(paths_rows& rows, std::uint64_t columns, given_rows given, const cuda::stream& s);

/// Of a part in the host's memory.
[[nodiscard]] paths_rows upload_paths_rows(const partitioned_graph& g, float width, const cuda::stream& s);
/// The bytes of a part's rows, and of its edges as they are given.
[[nodiscard]] std::uint64_t bytes_of_paths_rows(const partitioned_graph& g);
[[nodiscard]] std::uint64_t bytes_of_given_rows(const partitioned_graph& g);

}  // namespace fathom::ranks_engine
