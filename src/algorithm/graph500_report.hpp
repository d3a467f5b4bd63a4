// What all ranks have to tell about Graph500's searches.
#pragma once

#include <vector>

#include "algorithm/repeated_searches.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/graph500.hpp"

namespace fathom {

/// The end where there are none.
[[nodiscard]] std::vector<graph500_search>::const_iterator slowest_of(const std::vector<graph500_search>& searches);

/// Searching once from each of these roots.
[[nodiscard]] one_pass pass_over(const std::vector<graph500_search>& searches);

/// Collective: fills by_rank, and slowest from the search of this number that took longest.
void gather_report(const partitioned_graph& g, const std::vector<ranks_engine::search_outcome>& searches, graph500_result& result);

}  // namespace fathom
