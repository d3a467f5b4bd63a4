// Source vertices of searches, as the command line names them.
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

inline constexpr int default_trials = 16;  ///< random sources if none is named; GAP's number

struct source_arguments {
  std::vector<std::string> named;  ///< --source, ids or labels
  std::string list;                ///< --sources: a file, random:N, or all
  int trials = 0;                  ///< -n; 0 if not given
};

void add_source_options(CLI::App& command, source_arguments& arguments);

struct chosen_sources {
  std::vector<vertex_id> vertices;
  std::string description;  ///< "source 5", "random sources (seed 1)", "the sources in list.txt"
};

/// Number of random vertices requested; 0 if the arguments name sources. Makes all checks that need no graph: throws
/// error_category::usage for contradictory arguments, error_category::input for a list that cannot be read.
[[nodiscard]] std::size_t random_sources_requested(const source_arguments& arguments);
/// The description of random sources: "random sources (seed 1)".
[[nodiscard]] std::string random_description(std::size_t count, std::uint64_t seed);

/// The source vertices. Throws error_category::usage for a vertex outside the graph, error_category::input with file and line for a
/// list that cannot be read.
[[nodiscard]] chosen_sources choose_sources(const source_arguments& arguments, const graph& g, std::uint64_t seed,
                                            const run_control& control);

/// Throws error_category::memory if the records of all runs, `repeat` for each source, do not fit into the available memory.
void require_memory_of_runs(std::size_t sources, int repeat, std::size_t record_bytes);

/// The vertices listed in a file, one id or label per line. Surrounding blanks are ignored unless they belong to a label; blank
/// lines and lines that start with # are skipped. `what` and `option` ("source", "--sources takes ...") are for messages. Throws
/// error_category::input with file and line.
[[nodiscard]] std::vector<vertex_id> listed_vertices(const std::string& file, const graph& g, std::string_view what,
                                                     std::string_view option);

}  // namespace fathom::program
