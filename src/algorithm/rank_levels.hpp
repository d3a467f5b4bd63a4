// Levels of a search by all ranks: what each has booked, over all of them.
#pragma once

#include <span>
#include <vector>

#include "engine/ranks/search_request.hpp"
#include "fathom/communicator.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom {

/// Collective, for searches that have waited in exchanging: who comes last to a level's end waits for nobody, so that the exchange
/// is what it was for the rank that was over it soonest, and the others have waited for the rest. All ranks have the same levels.
void set_waiting_apart(communicator& ranks, std::span<ranks_engine::search_outcome> searches);

/// Collective: all ranks have the same levels.
[[nodiscard]] std::vector<rank_level_report> over_all_ranks(communicator& ranks, std::span<const ranks_engine::rank_level> mine);

/// Adds bytes and seconds of a rank's level to its work.
void add_level(const ranks_engine::rank_level& level, rank_work& work);

}  // namespace fathom
