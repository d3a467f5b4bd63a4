// Vertex numbering of edge lists that do not declare their vertices: ids become vertex numbers.
#pragma once

#include <filesystem>

#include "fathom/build.hpp"
#include "io/edge_columns.hpp"
#include "io/part_facts.hpp"
#include "io/vertices/vertex_numbering.hpp"

namespace fathom::io {

/// The edge list of a file that lists only edges. Its vertices are the endpoints of edges and those stated by the rules or by a
/// comment of our writers, in ascending order of their ids; original_ids holds the ids unless they are 0 to num_vertices - 1.
/// Throws error_category::input for more vertices than a graph can have, ::usage for a required number that is too small, ::memory.
[[nodiscard]] edge_list number_edge_list(const std::filesystem::path& file, line_edges&& edges, const numbering_rules& rules,
                                         const run_control& control);

/// The same for one part of several: ids are unchanged, and `part` receives the facts that all parts need to agree on numbers. The
/// result has no edges if ids do not fit 32 bits.
[[nodiscard]] edge_list number_edge_list_part(line_edges&& edges, const numbering_rules& rules, part_facts& part,
                                              const run_control& control);

/// The rules, with the number of vertices that a comment of our writers declares if `declared` is not 0.
[[nodiscard]] numbering_rules with_fathom_comment(numbering_rules rules, std::uint64_t declared);

}  // namespace fathom::io
