// Vertices of an edge list whose ids are names: numbered compactly in ascending order of id.
#pragma once

#include <cstdint>
#include <optional>

#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "take_arrays.hpp"

namespace fathom_python {

struct numbering_options {
  bool keep_gaps = false;  ///< an id is a position: vertices are 0 to the largest id, or to num_vertices - 1
  std::optional<std::uint64_t> num_vertices;
};

/// Sets the sources, targets and num_vertices of `edges`, and original_ids where an id differs from its vertex.
///
/// Without num_vertices the vertices are the distinct ids. With it they are 0 to num_vertices - 1 where these hold all ids; else
/// the distinct ids and as many of the smallest unused ones as are missing, from 1 where the ids are within 1 to num_vertices.
///
/// Throws ValueError for a negative id, an id that is not below num_vertices where gaps are kept, and a num_vertices below the
/// number of distinct ids.
void number_vertices(given_ids& sources, given_ids& targets, const numbering_options& options, const fathom::run_control& control,
                     fathom::edge_list& edges);

}  // namespace fathom_python
