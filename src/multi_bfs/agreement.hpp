// Agreement of processes on the arguments of a multi-source BFS, and the merging of their reports.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/distributed/communicator.hpp"
#include "fathom/multi_bfs.hpp"

namespace fathom {

[[nodiscard]] std::uint64_t hash_of(const sink_needs& needs);

/// Collective: merges the reports of all processes. Groups are ordered by number; seconds are those of the slowest process, memory
/// is that of the process that used most. `numbers` are the numbers of the groups in `report`, which this process ran.
void merge_reports(communicator& ranks, std::span<const std::uint64_t> numbers, multi_bfs_report& report);

}  // namespace fathom
