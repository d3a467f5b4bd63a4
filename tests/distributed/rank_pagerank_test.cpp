// Distributed PageRank against the definition on any grid.
#include "expected_error.hpp"
#include "fathom/distributed/pagerank.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "partitioned.hpp"
#include "reference/power_iteration.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

// Converges in a fifth of the default's iterations, each of which is a global exchange.
constexpr double damping = 0.4;
// Error bound that a tolerance of 1e-12 implies, with room for rounding.
constexpr double promised = 1e-11;

rank_pagerank_options on_device_under_test() {
  rank_pagerank_options options;
  options.ranking.where = test::tested_device();
  return options;
}

rank_pagerank_options precise() {
  rank_pagerank_options options = on_device_under_test();
  options.ranking.damping = damping, options.ranking.tolerance = 1e-12, options.ranking.max_iterations = 1000;
  return options;
}

// Calls check(parts) for the graph on every grid, with and without delegates.
template <class Check>
void on_all_grids(const graph& g, const Check& check) {
  for (const auto& grid : test::all_grids()) {
    for (const std::uint64_t degree : test::delegate_degrees(test::tested_device())) {
      const rank_graph parts = test::rank_graph_on(g, grid, degree);
      SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", " << parts.num_delegates() << " delegates");
      check(parts);
    }
  }
}

void expect_ranks(const rank_pagerank_result& found, const std::vector<double>& expected, double off) {
  ASSERT_EQ(found.scores.size(), expected.size());
  EXPECT_LE(test::distance_of(found.scores.data(), expected), off);
}

class ranks_of_many : public testing::TestWithParam<test::specimen> {};

TEST_P(ranks_of_many, are_those_of_the_definition) {
  const graph g = build(GetParam().edges()).g;
  const std::vector<double> expected = test::ranks_by_hand(g, {.damping = damping});
  on_all_grids(g, [&](const rank_graph& parts) {
    const rank_pagerank_result found = rank_pagerank(parts, precise());
    EXPECT_TRUE(found.report.converged);
    expect_ranks(found, expected, promised);
    rank_pagerank_options rough = on_device_under_test();
    rough.ranking.damping = damping, rough.ranking.tolerance = 1e-4;
    expect_ranks(rank_pagerank(parts, rough), expected, 1e-4 * damping / (1 - damping) + 4e-7);
  });
}

TEST_P(ranks_of_many, go_where_jumps_and_weights_lead) {
  const graph g = build(test::with_weights(GetParam().edges())).g;
  const vertex_id n = g.num_vertices();
  if (n == 0) return;  // no vertices to prefer
  std::vector<double> p(n), q(n), start(n);
  for (vertex_id v = 0; v < n; ++v) p[v] = 1.0 + v % 3, q[v] = v % 7 == 0, start[v] = 1.0 + v % 2;
  const std::vector<double> expected = test::ranks_by_hand(g, {.damping = damping, .personalization = p, .dangling = q});
  const std::vector<double> few =
      test::ranks_by_hand(g, {.damping = damping, .personalization = p, .dangling = q, .start = start, .iterations = 3});
  const std::vector<double> alike = test::ranks_by_hand(g, {.damping = damping, .personalization = p, .weighted = false});
  on_all_grids(g, [&](const rank_graph& parts) {
    rank_pagerank_options options = precise();
    options.ranking.personalization = p, options.ranking.dangling = q;
    expect_ranks(rank_pagerank(parts, options), expected, promised);
    options.ranking.start = start, options.ranking.tolerance = 0, options.ranking.max_iterations = 3;
    const rank_pagerank_result three = rank_pagerank(parts, options);
    expect_ranks(three, few, promised);
    EXPECT_EQ(three.report.iterations, 3);
    EXPECT_FALSE(three.report.converged);
    options = precise();
    options.ranking.personalization = p, options.ranking.weighted = false;
    expect_ranks(rank_pagerank(parts, options), alike, promised);
  });
}

INSTANTIATE_TEST_SUITE_P(zoo, ranks_of_many, testing::ValuesIn(test::zoo()), test::specimen_name());

// A vertex with only a loop, and hubs with loops, which are delegates on some grids.
TEST(rank_pagerank, counts_self_loops_that_are_kept) {
  for (const bool directed : {true, false}) {
    edge_list edges = test::with_weights(test::edges_of(
        9, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 1}, {1, 0}, {2, 5}, {3, 0}, {5, 5}, {5, 5}, {6, 7}, {7, 7}, {8, 8}},
        directed));
    const graph g = build(std::move(edges), {.loops = self_loops::keep, .where = {}, .control = {}}).g;
    const std::vector<double> expected = test::ranks_by_hand(g, {.damping = damping});
    for (const auto& grid : test::all_grids()) {
      for (const std::uint64_t degree : test::delegate_degrees(test::tested_device())) {
        rank_graph_options how{grid.first, grid.second};
        how.control = test::rank_control(), how.delegate_degree = degree, how.loops = self_loops::keep;
        const rank_graph parts(ranks(), g, how);
        EXPECT_EQ(parts.num_edges(), g.num_edges());
        expect_ranks(rank_pagerank(parts, precise()), expected, promised);
      }
    }
  }
}

TEST(rank_pagerank, is_the_same_in_all_runs_on_any_number_of_threads) {
  const graph g = build(kron(11)).g;
  for (const auto& grid : test::all_grids()) {
    for (const std::uint64_t degree : test::delegate_degrees(test::tested_device())) {
      const rank_pagerank_result first = rank_pagerank(test::rank_graph_on(g, grid, degree), on_device_under_test());
      const rank_graph again(ranks(), g, {grid.first, grid.second, true, {{}, {}, 2}, {}, {}, degree});
      const rank_pagerank_result second = rank_pagerank(again, on_device_under_test());
      EXPECT_TRUE(std::equal(first.scores.begin(), first.scores.end(), second.scores.begin()));
      EXPECT_EQ(first.report.change, second.report.change);
    }
  }
}

TEST(rank_pagerank, leaves_each_rank_its_own_values) {
  const graph g = build(kron(9)).g;
  const rank_graph parts(ranks(), g);
  rank_pagerank_options options = on_device_under_test();
  const rank_pagerank_result all = rank_pagerank(parts, options);
  options.gather = false;
  const rank_pagerank_result own = rank_pagerank(parts, options);
  ASSERT_EQ(own.scores.size(), parts.last_vertex() - parts.first_vertex());
  EXPECT_TRUE(std::equal(own.scores.begin(), own.scores.end(), all.scores.begin() + parts.first_vertex()));
}

TEST(rank_pagerank, reports_what_each_rank_has_done) {
  const rank_graph parts(ranks(), build(kron(10)).g);
  const rank_pagerank_result found = rank_pagerank(parts, on_device_under_test());
  EXPECT_EQ(found.report.where.kind, test::tested_device().kind);
  ASSERT_EQ(found.by_rank.size(), static_cast<std::size_t>(ranks().size()));
  const rank_work all = sum(found.by_rank);
  EXPECT_EQ(all.vertices, parts.num_vertices());
  EXPECT_EQ(all.bytes_sent > 0, ranks().size() > 1);
  EXPECT_EQ(found.report.gathered, parts.num_edges() * static_cast<std::uint64_t>(found.report.iterations));
  EXPECT_GT(found.report.single_iterations, 0);
}

TEST(rank_pagerank, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), build(grid(40, 40)).g);
  std::stop_source stop;
  rank_pagerank_options options = on_device_under_test();
  options.ranking.tolerance = 0, options.ranking.max_iterations = 1'000'000;
  int calls = 0;
  options.ranking.control.stop = stop.get_token();
  options.ranking.control.on_progress = [&](const progress&) {
    if (++calls == 3 && ranks().rank() == ranks().size() - 1) stop.request_stop();
  };
  test::expect_error(error_category::cancelled, [&] { static_cast<void>(rank_pagerank(parts, options)); });
}

TEST(rank_pagerank, refuses_what_it_cannot_do) {
  const graph g = build(grid(3, 3)).g;
  const rank_graph parts(ranks(), g);
  const auto refuses = [&](const pagerank_options& options) {
    EXPECT_THROW(static_cast<void>(rank_pagerank(parts, {options, true})), error);
  };
  const pagerank_options usual = on_device_under_test().ranking;
  pagerank_options options = usual;
  options.damping = 2;
  refuses(options);
  options = usual;
  options.method = pagerank_method::gauss_seidel;
  refuses(options);
  options = usual;
  const std::vector<double> few(3, 1.0);
  options.personalization = few;
  refuses(options);
  edge_list negative = test::edges_of(3, {{0, 1}, {1, 2}}, false);
  negative.weights = array<edge_weight>(2);
  negative.weights[0] = 1, negative.weights[1] = -1;
  const rank_graph weighted(ranks(), build(std::move(negative)).g);
  EXPECT_THROW(static_cast<void>(rank_pagerank(weighted, {usual, true})), error);
  EXPECT_TRUE(rank_pagerank(parts, {usual, true}).report.converged);  // and can continue
}

TEST(rank_pagerank, refuses_other_options_on_other_ranks) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const rank_graph parts(ranks(), build(grid(5, 5)).g);
  rank_pagerank_options options;
  options.ranking.damping = ranks().rank() == 1 ? 0.5 : 0.85;
  EXPECT_THROW(static_cast<void>(rank_pagerank(parts, options)), rank_error);
  options = {};
  std::vector<double> p(25, 1.0);
  p[3] += ranks().rank();
  options.ranking.personalization = p;
  EXPECT_THROW(static_cast<void>(rank_pagerank(parts, options)), rank_error);
}

}  // namespace
}  // namespace fathom
