// Human-readable per-level reports from the device's level records.
#pragma once

#include <vector>

#include "bfs/cuda/search.hpp"
#include "fathom/bfs.hpp"
#include "fathom/report.hpp"

namespace fathom::bfs_engine {

[[nodiscard]] std::vector<level_report> to_levels(const std::vector<level_record>& records, const bfs_options& options);

}  // namespace fathom::bfs_engine
