#include "graph500/report.hpp"

#include <algorithm>

#include "bfs/distributed/levels.hpp"
#include "comm/exchange.hpp"

namespace fathom {
namespace {

graph500_rank own_report(const partitioned_graph& g, const std::vector<ranks_engine::search_outcome>& searches) {
  graph500_rank mine;
  mine.vertices = g.owned_vertices();
  mine.edges = g.block_edges;
  mine.bytes_construction = g.construction.bytes_sent;
  mine.peak_memory_bytes = peak_memory_bytes();
  for (const ranks_engine::search_outcome& search : searches) {
    mine.bytes_searches += search.result_bytes_sent;
    mine.seconds_exchange += search.seconds_result;
    if (search.levels.empty()) mine.seconds_search += search.seconds - search.seconds_result;
    for (const ranks_engine::rank_level& level : search.levels) {
      mine.bytes_searches += level.bytes_sent;
      mine.seconds_search += level.seconds_search;
      mine.seconds_exchange += level.seconds_exchange;
      mine.seconds_wait += level.seconds_wait;
    }
  }
  return mine;
}

}  // namespace

std::vector<graph500_search>::const_iterator slowest_of(const std::vector<graph500_search>& searches) {
  return std::max_element(searches.begin(), searches.end(),
                          [](const graph500_search& a, const graph500_search& b) { return a.seconds < b.seconds; });
}

one_pass pass_over(const std::vector<graph500_search>& searches) {
  one_pass once{.searches = searches.size()};
  for (const graph500_search& one : searches) once.seconds += one.seconds, once.edges += static_cast<double>(one.edges);
  return once;
}

void gather_report(const partitioned_graph& g, const std::vector<ranks_engine::search_outcome>& searches, graph500_result& result) {
  const graph500_rank mine = own_report(g, searches);
  result.by_rank = gather_from_all(*g.ranks, mine);
  const auto slowest = slowest_of(result.bfs);
  if (slowest == result.bfs.end()) return;
  result.slowest = over_all_ranks(*g.ranks, searches[static_cast<std::size_t>(slowest - result.bfs.begin())].levels);
}

}  // namespace fathom
