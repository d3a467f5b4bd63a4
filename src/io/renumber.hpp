// Edge lists that number no vertices: their ids become vertex numbers.
#pragma once

#include <filesystem>

#include "fathom/build.hpp"
#include "io/edge_columns.hpp"
#include "io/part_facts.hpp"
#include "io/vertex_numbering.hpp"

namespace fathom::io {

/// The edge list of a file that lists edges alone. Its vertices are those that edges name and those that the rules or a comment of
/// our writers state, in ascending order of their ids; original_ids holds these unless they are 0 to num_vertices - 1. Throws
/// error_category::input for more vertices than a graph can have, ::usage for a required number that is too small, ::memory.
[[nodiscard]] edge_list undeclared_edges(const std::filesystem::path& file, line_edges&& edges, const numbering_rules& rules,
                                         const run_control& control);

/// The same for one part of several: ids stay as they are, and `part` gets what all parts need to agree on numbers. No edges where
/// they do not fit 32 bits.
[[nodiscard]] edge_list part_of_undeclared(line_edges&& edges, const numbering_rules& rules, part_facts& part,
                                           const run_control& control);

/// The rules, or the number that a comment of our writers declares where that is not 0.
[[nodiscard]] numbering_rules with_own_comment(numbering_rules rules, std::uint64_t declared);

}  // namespace fathom::io
