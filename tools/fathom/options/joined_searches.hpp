// Options of commands with multi-source BFS: how searches share work and how their sources are grouped.
#pragma once

#include <string>

#include "fathom/multi_bfs.hpp"

namespace CLI {
class App;
}

namespace fathom::program {

struct joined_arguments {
  std::string method = "auto", grouping = "auto";
};

/// Adds --method and --group-by.
void add_joined_options(CLI::App& command, joined_arguments& arguments);
/// Sets what they select.
void choose_joined(const joined_arguments& arguments, multi_bfs_options& options);

}  // namespace fathom::program
