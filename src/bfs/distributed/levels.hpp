// Per-level reports of a distributed search, combined over all processes.
#pragma once

#include <span>
#include <vector>

#include "bfs/distributed/search_request.hpp"
#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// Collective, for searches whose exchange times include waiting. The last process to finish a level does not wait, so its exchange
/// time, the smallest, is the exchange time of every process; the rest is waiting time. All processes have the same levels.
void separate_waiting(communicator& ranks, std::span<ranks_engine::search_outcome> searches);

/// Collective; all processes have the same levels.
[[nodiscard]] std::vector<rank_level_report> over_all_ranks(communicator& ranks, std::span<const ranks_engine::rank_level> mine);

/// Adds bytes and seconds of a process's level to its work.
void add_level(const ranks_engine::rank_level& level, rank_work& work);

}  // namespace fathom
