#include "algorithm/graph500_report.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace fathom {
namespace {

// Of plain values of every rank, those of one rank after the other; all give as many.
template <class T>
std::vector<T> gathered(communicator& ranks, std::span<const T> mine) {
  const std::vector<std::uint64_t> sizes(static_cast<std::size_t>(ranks.size()), mine.size_bytes());
  std::vector<T> all(mine.size() * sizes.size());
  ranks.all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(std::span(all)));
  return all;
}

graph500_rank own_report(const partitioned_graph& g, const std::vector<ranks_engine::search_outcome>& searches) {
  graph500_rank mine;
  mine.vertices = g.own_vertices;
  mine.edges = g.in.ends.size();
  mine.bytes_construction = g.construction.bytes_sent;
  mine.peak_memory_bytes = peak_memory_bytes();
  for (const ranks_engine::search_outcome& search : searches) {
    mine.bytes_searches += search.result_bytes_sent;
    mine.seconds_exchange += search.seconds_result;
    for (const ranks_engine::rank_level& level : search.levels) {
      mine.bytes_searches += level.bytes_sent;
      mine.seconds_search += level.seconds_search;
      mine.seconds_exchange += level.seconds_exchange;
      mine.seconds_wait += level.seconds_wait;
    }
  }
  return mine;
}

graph500_level over_all_ranks(std::span<const ranks_engine::rank_level> of_ranks, std::size_t stride) {
  graph500_level all;
  all.level = of_ranks.front().level;
  all.way = of_ranks.front().way;
  all.frontier = of_ranks.front().frontier;
  double longest = 0, ranks = 0;
  for (std::size_t i = 0; i < of_ranks.size(); i += stride, ++ranks) {
    const ranks_engine::rank_level& one = of_ranks[i];
    all.inspected += one.inspected;
    all.bytes_sent += one.bytes_sent;
    all.seconds = std::max(all.seconds, one.seconds_search + one.seconds_exchange + one.seconds_wait);
    all.seconds_search += one.seconds_search;
    all.seconds_exchange += one.seconds_exchange;
    all.seconds_wait += one.seconds_wait;
    longest = std::max(longest, one.seconds_search);
  }
  all.seconds_search /= ranks, all.seconds_exchange /= ranks, all.seconds_wait /= ranks;
  all.imbalance = all.seconds_search > 0 ? longest / all.seconds_search : 1;
  return all;
}

}  // namespace

one_pass pass_over(const std::vector<graph500_search>& searches) {
  one_pass once{.searches = searches.size()};
  for (const graph500_search& one : searches) once.seconds += one.seconds, once.edges += static_cast<double>(one.edges);
  return once;
}

void gather_report(const partitioned_graph& g, const std::vector<ranks_engine::search_outcome>& searches, graph500_result& result) {
  const graph500_rank mine = own_report(g, searches);
  result.by_rank = gathered(*g.ranks, std::span(&mine, 1));
  const auto slowest = std::max_element(result.bfs.begin(), result.bfs.end(),
                                        [](const graph500_search& a, const graph500_search& b) { return a.seconds < b.seconds; });
  if (slowest == result.bfs.end()) return;
  const std::vector<ranks_engine::rank_level>& levels = searches[static_cast<std::size_t>(slowest - result.bfs.begin())].levels;
  const std::vector<ranks_engine::rank_level> all = gathered(*g.ranks, std::span<const ranks_engine::rank_level>(levels));
  for (std::size_t l = 0; l < levels.size(); ++l) {
    result.slowest.push_back(over_all_ranks(std::span(all).subspan(l), levels.size()));
  }
}

}  // namespace fathom
