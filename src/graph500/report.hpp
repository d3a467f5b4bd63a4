// Per-process and per-level reports of Graph500 searches.
#pragma once

#include <vector>

#include "bfs/distributed/search.hpp"
#include "energy/distributed/repeated_searches.hpp"
#include "fathom/graph500.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom {

/// The slowest search, or the end if there are none.
[[nodiscard]] std::vector<graph500_search>::const_iterator slowest_of(const std::vector<graph500_search>& searches);

/// Totals of one pass over these searches.
[[nodiscard]] one_pass pass_over(const std::vector<graph500_search>& searches);

/// Collective: fills by_rank, and `slowest` with the levels of the slowest search.
void gather_report(const partitioned_graph& g, const std::vector<ranks_engine::search_outcome>& searches, graph500_result& result);

}  // namespace fathom
