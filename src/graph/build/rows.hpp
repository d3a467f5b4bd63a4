// Conversion of edge lists into sorted adjacency rows, the core of build().
#pragma once

#include <cstdint>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Edge list that build_rows() consumes: it returns the arrays' memory to the system while the rows grow.
struct edge_arrays {
  array<vertex_id> sources;
  array<vertex_id> targets;
  array<edge_weight> weights;  ///< empty, or one per edge
  array<double> wide_weights;  ///< double-precision weights instead of `weights`

  [[nodiscard]] bool weighted() const noexcept { return !weights.empty() || !wide_weights.empty(); }
};

struct row_options {
  bool add_reverse = false;
  bool remove_self_loops = true;
  bool remove_duplicates = true;
};

struct rows {
  array<edge_offset> offsets;
  array<vertex_id> targets;  ///< ascending in each row
  array<edge_weight> weights;
  array<double> wide_weights;  ///< double-precision weights instead of `weights`
  std::uint64_t self_loops_removed = 0;
  std::uint64_t reverse_edges_added = 0;
  std::uint64_t duplicates_removed = 0;
};

/// Peak memory of build_rows() in addition to the edges, in bytes.
[[nodiscard]] std::uint64_t predicted_row_bytes(std::uint64_t num_vertices, std::uint64_t entries, bool weighted,
                                                bool wide_weights = false);

/// Builds sorted rows. Throws error_category::input for an id at or above num_vertices or a weight that is not finite.
[[nodiscard]] rows build_rows(vertex_id num_vertices, edge_arrays edges, const row_options& options, const run_control& control);

/// Throws error_category::input with the reason why edge i is invalid.
[[noreturn]] void fail_edge(const edge_arrays& edges, std::uint64_t i, vertex_id num_vertices);

}  // namespace fathom
