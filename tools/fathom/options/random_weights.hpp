// --random-weights LOW:HIGH: replaces the weights of the graph.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "options/graph_argument.hpp"

namespace fathom::program {

CLI::Option* add_random_weights_option(CLI::App& command, std::string& range);

/// Throws error_category::usage unless `range` is empty or LOW:HIGH.
void check_random_weights(const std::string& range);

/// Replaces the weights of a loaded graph, with the seed of its arguments; without a range, nothing.
void apply_random_weights(const std::string& range, const graph_arguments& arguments, const run_control& control,
                          loaded_graph& loaded);

}  // namespace fathom::program
