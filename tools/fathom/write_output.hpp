// A graph as an output file: what `convert` and `generate` share.
#pragma once

#include <string>

#include "graph_argument.hpp"

namespace fathom::program {

struct output_arguments {
  std::string file;
  std::string to = "auto";                      ///< a format's name
  file_format format = file_format::automatic;  ///< settle_output() says which
  bool prepare = false;                         ///< store the layout, too
};

void add_output_arguments(CLI::App& command, output_arguments& arguments);

/// With -f, -g or -u the only positional argument is the output. Throws error_category::usage where there is none, for an unknown
/// format, for --prepare with a format that holds no layout, and for the graph's own file: all before anything is read.
void settle_output(graph_arguments& graph, output_arguments& output);

/// Writes the graph, and says so for people. Where the output is a stream, which may be where the lines would go, only what the
/// format could not hold is said, on standard error.
void write_output(const loaded_graph& loaded, const output_arguments& output, const session& s, const run_control& control);

}  // namespace fathom::program
