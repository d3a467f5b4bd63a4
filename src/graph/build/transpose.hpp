// Adjacency rows of the reversed edges, by build_rows().
#pragma once

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/types.hpp"
#include "graph/build/rows.hpp"

namespace fathom {

/// The rows of the reversed edges.
[[nodiscard]] rows transpose(vertex_id num_vertices, const array<edge_offset>& offsets, const array<vertex_id>& targets,
                             const array<edge_weight>& weights, const run_control& control);
/// The same with double-precision weights.
[[nodiscard]] rows transpose_wide(vertex_id num_vertices, const array<edge_offset>& offsets, const array<vertex_id>& targets,
                                  const array<double>& weights, const run_control& control);

}  // namespace fathom
