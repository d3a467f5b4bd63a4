// Compact numbering of the vertices of an edge list, in ascending order of id.
#pragma once

#include <cstdint>
#include <optional>

#include "fathom/build.hpp"
#include "fathom/control.hpp"
#include "take_arrays.hpp"

namespace fathom_python {

struct numbering_options {
  bool keep_gaps = false;  ///< use ids as positions: vertices are 0 to the largest id, or to num_vertices - 1
  std::optional<std::uint64_t> num_vertices;
};

/// Sets the sources, targets and num_vertices of `edges`, and original_ids where an id differs from its vertex.
///
/// Without num_vertices, the vertices are the distinct ids. With it, they are 0 to num_vertices - 1 if all ids are in this range;
/// otherwise the distinct ids, filled up with the smallest unused ids, from 1 on if all ids are within 1 to num_vertices.
///
/// Throws ValueError for a negative id, for a num_vertices less than the number of distinct ids, and, if gaps are kept, for an id
/// of num_vertices or more.
void number_vertices(given_ids& sources, given_ids& targets, const numbering_options& options, const fathom::run_control& control,
                     fathom::edge_list& edges);

}  // namespace fathom_python
