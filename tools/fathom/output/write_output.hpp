// Graph output shared by `convert` and `generate`.
#pragma once

#include <string>

#include "options/loaded_graph.hpp"

namespace fathom::program {

struct output_arguments {
  std::string file;
  std::string to = "auto";                      ///< a format's name
  file_format format = file_format::automatic;  ///< set by resolve_output()
  bool prepare = false;                         ///< store the layout as well
};

void add_output_arguments(CLI::App& command, output_arguments& arguments);

/// Determines file and format of the output before anything is read. With -f, -g or -u, the only positional argument is the output.
/// Throws error_category::usage if there is no output, for an unknown format, for --prepare with a format without layouts, and if
/// the output is the graph's own file.
void resolve_output(graph_arguments& graph, output_arguments& output);

/// Writes the graph and prints a report. If the output is a stream, which may be standard output itself, reports only what the
/// format could not hold, on standard error.
void write_output(const loaded_graph& loaded, const output_arguments& output, const session& s, const run_control& control);

}  // namespace fathom::program
