// Merging of per-process level statistics.
#include "bfs/distributed/levels.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "partitioned.hpp"

namespace fathom {
namespace {

using ranks_engine::rank_level;
using ranks_engine::search_outcome;
using test::ranks;

constexpr double ms = 1e-3;

search_outcome with_exchanges(const std::vector<double>& seconds) {
  search_outcome one;
  for (const double s : seconds) one.levels.push_back({.seconds_search = 7 * ms, .seconds_exchange = s});
  return one;
}

TEST(rank_levels, the_last_rank_has_not_waited) {
  const double before = ranks().rank() * ms, behind = (ranks().size() - 1 - ranks().rank()) * ms;
  std::vector<search_outcome> searches{with_exchanges({2 * ms + before, 3 * ms + behind}), with_exchanges({5 * ms + before})};
  for (search_outcome& one : searches) one.waits_in_exchange = true;
  separate_waiting(ranks(), searches);
  const auto is = [](const rank_level& level, double exchange, double wait) {
    EXPECT_NEAR(level.seconds_exchange, exchange, 1e-8);
    EXPECT_NEAR(level.seconds_wait, wait, 1e-8);
    EXPECT_EQ(level.seconds_search, 7 * ms);
  };
  is(searches[0].levels[0], 2 * ms, before);
  is(searches[0].levels[1], 3 * ms, behind);
  is(searches[1].levels[0], 5 * ms, before);
  for (const search_outcome& one : searches) EXPECT_FALSE(one.waits_in_exchange);
}

TEST(rank_levels, what_was_measured_apart_stays) {
  search_outcome one = with_exchanges({(1 + ranks().rank()) * ms});
  one.levels[0].seconds_wait = 4 * ms;
  separate_waiting(ranks(), {&one, 1});
  EXPECT_EQ(one.levels[0].seconds_exchange, (1 + ranks().rank()) * ms);
  EXPECT_EQ(one.levels[0].seconds_wait, 4 * ms);
}

}  // namespace
}  // namespace fathom
