#include "bfs/distributed/levels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "comm/agreement.hpp"

namespace fathom {
namespace {

rank_level_report over_all_ranks(std::span<const ranks_engine::rank_level> of_ranks, std::size_t stride) {
  rank_level_report all;
  all.level = of_ranks.front().level;
  all.way = of_ranks.front().way;
  all.frontier = of_ranks.front().frontier;
  double longest = 0, ranks = 0;
  for (std::size_t i = 0; i < of_ranks.size(); i += stride, ++ranks) {
    const ranks_engine::rank_level& one = of_ranks[i];
    all.inspected += one.inspected;
    all.bytes_sent += one.bytes_sent;
    all.bytes_as_lists += one.sets.lists, all.bytes_as_gaps += one.sets.gaps, all.bytes_as_bitmaps += one.sets.bitmaps;
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

template <class Visit>
void visit_levels_with_waiting(std::span<ranks_engine::search_outcome> searches, const Visit& visit) {
  for (ranks_engine::search_outcome& search : searches) {
    if (!search.waits_in_exchange) continue;
    for (ranks_engine::rank_level& level : search.levels) visit(level);
  }
}

}  // namespace

void separate_waiting(communicator& ranks, std::span<ranks_engine::search_outcome> searches) {
  std::vector<std::uint64_t> least;  // nanoseconds, as complements: the largest of them is the smallest
  on_all_processes(ranks, [&] {
    visit_levels_with_waiting(searches, [&](const ranks_engine::rank_level& level) {
      least.push_back(~static_cast<std::uint64_t>(level.seconds_exchange * 1e9));
    });
  });
  ranks.all_reduce(reduction::max, std::span(least));
  auto next = least.begin();
  visit_levels_with_waiting(searches, [&](ranks_engine::rank_level& level) {
    const double exchange = std::min(level.seconds_exchange, static_cast<double>(~*next++) * 1e-9);
    level.seconds_wait += level.seconds_exchange - exchange;
    level.seconds_exchange = exchange;
  });
  for (ranks_engine::search_outcome& search : searches) search.waits_in_exchange = false;
}

std::vector<rank_level_report> over_all_ranks(communicator& ranks, std::span<const ranks_engine::rank_level> mine) {
  std::vector<ranks_engine::rank_level> all;
  std::vector<std::uint64_t> sizes;
  std::vector<rank_level_report> levels;
  on_all_processes(ranks, [&] {
    all.resize(mine.size() * static_cast<std::size_t>(ranks.size()));
    sizes.assign(static_cast<std::size_t>(ranks.size()), mine.size_bytes());
    levels.reserve(mine.size());
  });
  ranks.all_gather(std::as_bytes(mine), sizes, std::as_writable_bytes(std::span(all)));
  for (std::size_t l = 0; l < mine.size(); ++l)
    levels.push_back(over_all_ranks(std::span<const ranks_engine::rank_level>(all).subspan(l), mine.size()));
  return levels;
}

void add_level(const ranks_engine::rank_level& level, rank_work& work) {
  work.bytes_sent += level.bytes_sent;
  work.seconds_compute += level.seconds_search;
  work.seconds_exchange += level.seconds_exchange;
  work.seconds_wait += level.seconds_wait;
}

}  // namespace fathom
