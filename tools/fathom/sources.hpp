// Which vertices to search from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/control.hpp"
#include "fathom/graph.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

inline constexpr int default_trials = 16;  ///< random sources where none is named: GAP's number

struct source_arguments {
  std::vector<std::string> named;  ///< --source, ids or labels
  std::string list;                ///< --sources: a file, random:N, or all
  int trials = 0;                  ///< -n; 0 where it was not given
};

void add_source_options(CLI::App& command, source_arguments& arguments);

struct chosen_sources {
  std::vector<vertex_id> vertices;
  std::string description;  ///< "source 5", "random sources (seed 1)", "the sources in list.txt"
};

/// How many random vertices are asked for; 0 where the arguments name sources. Refuses what needs no graph to be refused: throws
/// error_category::usage for arguments that make no sense, error_category::input for a list that cannot be read.
[[nodiscard]] std::size_t random_wanted(const source_arguments& arguments);
/// What chosen_sources::description says of them: "random sources (seed 1)".
[[nodiscard]] std::string random_description(std::size_t count, std::uint64_t seed);

/// The vertices meant. Throws error_category::usage for one outside the graph, error_category::input for a list that cannot be
/// read, with file and line.
[[nodiscard]] chosen_sources choose_sources(const source_arguments& arguments, const graph& g, std::uint64_t seed,
                                            const run_control& control);

/// The vertices that the lines of a file name: one id or label a line, between blanks unless they belong to the label; blank lines
/// and lines that start with # mean nothing. `what` and `option` ("source", "--sources takes ...") are for messages. Throws
/// error_category::input with file and line.
[[nodiscard]] std::vector<vertex_id> listed_vertices(const std::string& file, const graph& g, std::string_view what,
                                                     std::string_view option);

}  // namespace fathom::program
