// Vertex ids of files that do not declare how many vertices they have: taken as they are, or renumbered where they are sparse.
#pragma once

#include <filesystem>

#include "fathom/build.hpp"
#include "io/edge_columns.hpp"
#include "io/file_part.hpp"

namespace fathom::io {

/// The edge list of a file without a declared number of vertices. Ids stay as they are, with num_vertices the largest + 1, unless
/// one is 2^32 - 1 or more or the largest + 1 exceeds 16 times the number of distinct ids: then they are renumbered in ascending
/// order, original_ids says what they were, and a note tells why. Throws error_category::input for more vertices than a graph can
/// have.
[[nodiscard]] edge_list undeclared_edges(const std::filesystem::path& file, line_edges&& edges, const run_control& control);

/// The same for one part of several: ids stay as they are, and `part` tells what decides whether they may. No edges where they do
/// not fit 32 bits.
[[nodiscard]] edge_list part_of_undeclared(const std::filesystem::path& file, line_edges&& edges, part_facts& part);

/// Whether ids up to `largest` are to be renumbered where so many are distinct.
[[nodiscard]] bool are_sparse(std::uint64_t largest, std::uint64_t distinct);

}  // namespace fathom::io
