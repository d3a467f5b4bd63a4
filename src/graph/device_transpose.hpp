// Transposing rows on a CUDA device, and giving vertices other names on the way. For files that are compiled only with CUDA.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Rows in device memory under new names: row r of `num_vertices` is that of the vertex row_names[r] of the old ones, and a
/// neighbour v is called target_names[v]. Null for names that stay.
struct renamed_rows {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  const edge_offset* offsets = nullptr;  ///< of the renamed rows, num_vertices + 1
  const edge_offset* old_offsets = nullptr;
  const vertex_id* old_targets = nullptr;
  const vertex_id* row_names = nullptr;
  const vertex_id* target_names = nullptr;
};

/// The reversed edges; each row comes out ascending. A stable sort by target of what is enumerated row by row: no comparison of
/// pairs, and for an undirected graph, which is its own transpose, the cheapest way to sort renamed rows.
[[nodiscard]] rows_on_device transposed(const renamed_rows& from, device where, const cuda::stream& s);

/// Device memory that transposed() takes, its result included.
[[nodiscard]] std::uint64_t transposing_bytes(std::uint64_t num_vertices, std::uint64_t num_edges);

}  // namespace fathom
