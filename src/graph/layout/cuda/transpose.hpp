// Transposition of adjacency rows on a CUDA device, with optional renumbering of vertices. For files that are compiled only with
// CUDA.
#pragma once

#include <cstdint>

#include "fathom/graph.hpp"
#include "gpu/runtime.hpp"

namespace fathom {

/// Adjacency rows in device memory under new vertex ids: row r is the old row row_names[r], and a neighbor v becomes
/// target_names[v]. A null array means that ids do not change.
struct renamed_rows {
  vertex_id num_vertices = 0;
  edge_offset num_edges = 0;
  const edge_offset* offsets = nullptr;  ///< of the renumbered rows, num_vertices + 1 entries
  const edge_offset* old_offsets = nullptr;
  const vertex_id* old_targets = nullptr;
  const vertex_id* row_names = nullptr;
  const vertex_id* target_names = nullptr;
};

/// The rows of the reversed edges, each ascending. Enumerates edges row by row and sorts them stably by target, without comparing
/// pairs. An undirected graph is its own transpose, so for it this is the cheapest way to sort renumbered rows.
[[nodiscard]] rows_on_device transposed(const renamed_rows& from, device where, const cuda::stream& s);

/// Bytes of device memory that transposed() needs, including its result.
[[nodiscard]] std::uint64_t transposing_bytes(std::uint64_t num_vertices, std::uint64_t num_edges);

}  // namespace fathom
