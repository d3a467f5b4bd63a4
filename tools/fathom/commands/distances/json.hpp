// JSON object of `fathom distances --json`.
#pragma once

#include <string>

#include "commands/distances/command.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "output/rank_json.hpp"

namespace fathom::program {

[[nodiscard]] std::string distances_json(const distances_arguments& arguments, const distances_outcome& outcome);
/// The same with --ranks; `written` names the output.
[[nodiscard]] std::string rank_distances_json(const distances_arguments& arguments, const distances_outcome& outcome,
                                              const rank_multi_bfs_report& report, const partition_summary& parts,
                                              const std::string& written);

}  // namespace fathom::program
