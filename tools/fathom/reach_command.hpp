// `fathom reach`: building a reachability index, asking it, looking at it. One function for each; each adds its own options.
#pragma once

#include <string>

#include "commands.hpp"
#include "fathom/reachability.hpp"
#include "json.hpp"

namespace fathom::program {

[[nodiscard]] command_action add_reach_build(CLI::App& reach);
[[nodiscard]] command_action add_reach_query(CLI::App& reach);
[[nodiscard]] command_action add_reach_info(CLI::App& reach);

/// What an index is, for people (indented lines) and for programs.
[[nodiscard]] std::string index_text(const reach_index& index);
[[nodiscard]] json index_json(const std::string& file, const reach_index& index);

}  // namespace fathom::program
