// Which vertices to search from.
#pragma once

#include <cstdint>
#include <string>
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

/// The vertices meant. Throws error_category::usage for one outside the graph, error_category::input for a list that cannot be
/// read, with file and line.
[[nodiscard]] chosen_sources choose_sources(const source_arguments& arguments, const graph& g, std::uint64_t seed,
                                            const run_control& control);

}  // namespace fathom::program
