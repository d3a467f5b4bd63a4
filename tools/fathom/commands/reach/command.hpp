// `fathom reach`: build, query and describe a reachability index. Each function adds one command with its options.
#pragma once

#include <string>

#include "commands/commands.hpp"
#include "fathom/reachability.hpp"
#include "output/json.hpp"

namespace fathom::program {

[[nodiscard]] command_action add_reach_build(CLI::App& reach);
[[nodiscard]] command_action add_reach_query(CLI::App& reach);
[[nodiscard]] command_action add_reach_info(CLI::App& reach);

/// Description of an index: indented lines of text, or a JSON object.
[[nodiscard]] std::string index_text(const reach_index& index);
[[nodiscard]] json index_json(const std::string& file, const reach_index& index);

}  // namespace fathom::program
