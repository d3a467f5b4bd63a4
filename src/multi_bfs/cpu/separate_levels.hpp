// Per-level reports of independent searches, summed over their group.
#pragma once

#include <span>
#include <vector>

#include "fathom/multi_bfs.hpp"
#include "fathom/report.hpp"

namespace fathom::multi_bfs_engine {

/// One entry per level and direction, since searches may differ in direction at the same level. The joint frontier is as large as
/// the separate ones, since nothing is shared. Seconds are summed over the searches.
[[nodiscard]] std::vector<joint_level_report> add_up_separate_levels(std::span<const std::vector<level_report>> searches);

}  // namespace fathom::multi_bfs_engine
