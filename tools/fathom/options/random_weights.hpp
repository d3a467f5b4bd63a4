// --random-weights LOW:HIGH: replaces the weights of the graph.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "fathom/distributed/graph.hpp"
#include "options/loaded_graph.hpp"

namespace fathom::program {

CLI::Option* add_random_weights_option(CLI::App& command, std::string& range);

/// Throws error_category::usage unless `range` is empty or LOW:HIGH.
void check_random_weights(const std::string& range);

/// The same for a partitioned graph; none without a range.
[[nodiscard]] std::optional<random_weight_range> random_weights_of(const std::string& range, std::uint64_t seed);

/// Replaces the weights of a loaded graph, with the seed of its arguments; without a range, nothing.
void apply_random_weights(const std::string& range, const graph_arguments& arguments, const run_control& control,
                          loaded_graph& loaded);

}  // namespace fathom::program
