// Distributed strongly connected components: the labels of a single process on any grid, with coloring and without.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "comm/process_device.hpp"
#include "components/distributed/strong.hpp"
#include "fathom/distributed/components.hpp"
#include "partitioned.hpp"
#include "reference/strong_components.hpp"
#include "refusals.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

constexpr std::uint64_t always_colored = 0, never_colored = std::numeric_limits<std::uint64_t>::max();

void expect_labels(const graph& g, const std::vector<vertex_id>& expected) {
  const device where = ranks_engine::device_of_rank(ranks(), test::tested_device());
  for (const auto& grid : test::all_grids()) {
    SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second);
    const rank_graph parts = test::rank_graph_on(g, grid);
    const rank_components_result found = strongly_connected_components(parts, {}, {.where = test::tested_device()});
    ASSERT_EQ(found.labels.size(), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.labels.begin()));
    if (!parts.directed()) continue;
    for (const std::uint64_t most_serial : {always_colored, never_colored}) {
      std::vector<std::uint64_t> mine(parts.last_vertex() - parts.first_vertex());
      ranks_engine::strong_components(parts.parts(), where, mine, parts.threads(), {}, most_serial);
      EXPECT_TRUE(std::equal(mine.begin(), mine.end(), expected.begin() + static_cast<std::ptrdiff_t>(parts.first_vertex())))
          << (most_serial == always_colored ? "colored" : "serial");
    }
  }
}

class strong_components_on_ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(strong_components_on_ranks, are_those_of_one_process) {
  const graph g = build(GetParam().edges()).g;
  expect_labels(g, test::strong_components_by_hand(g));
}

INSTANTIATE_TEST_SUITE_P(zoo, strong_components_on_ranks, testing::ValuesIn(test::zoo()), test::specimen_name());

// From many small components to a giant one.
TEST(rank_strong_components, agree_on_random_graphs) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::uint64_t n = 150 + 17 * seed;
    test::edge_pairs pairs;
    for (std::uint64_t i = 0; i < n * (seed + 6) / 8; ++i)
      pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % n);
    const graph g = build(test::edges_of(n, pairs, true)).g;
    expect_labels(g, test::strong_components_by_hand(g));
  }
}

// Cycles of all lengths, each with an edge to the next: trimming removes nothing, and every cycle is a component. Neighbors are
// far apart in the order of ids.
TEST(rank_strong_components, find_a_chain_of_cycles) {
  constexpr std::uint64_t n = 499;  // prime, so that the multiplication permutes all vertices
  const auto name = [](std::uint64_t v) { return v * 193 % n; };
  test::edge_pairs pairs;
  for (std::uint64_t first = 0, length = 2; first + length <= n; first += length, ++length) {
    for (std::uint64_t i = 0; i < length; ++i) pairs.emplace_back(name(first + i), name(first + (i + 1) % length));
    pairs.emplace_back(name(first), name((first + length) % n));
  }
  const graph g = build(test::edges_of(n, pairs, true)).g;
  expect_labels(g, test::strong_components_by_hand(g));
}

// A process follows its own part of a path before it exchanges.
TEST(rank_strong_components, take_few_rounds_along_a_path) {
  test::edge_pairs pairs;
  for (std::uint64_t v = 0; v + 1 < 3000; ++v) pairs.emplace_back(v, v + 1);
  pairs.emplace_back(2999, 0);
  const rank_graph parts(ranks(), build(test::edges_of(3000, pairs, true)).g);
  const rank_components_result found = strongly_connected_components(parts);
  EXPECT_EQ(found.count, 1u);
  EXPECT_LE(found.report.rounds, 10 * ranks().size());
}

TEST(rank_strong_components, list_what_the_options_select) {
  const graph g = build(test::edges_of(7, {{1, 2}, {2, 1}, {3, 4}, {4, 5}, {5, 3}, {0, 6}}, true)).g;
  const rank_graph parts(ranks(), g);
  const std::vector<rank_component> by_label{{0, 1}, {1, 2}, {3, 3}, {6, 1}};
  EXPECT_EQ(strongly_connected_components(parts).components, by_label);
  EXPECT_EQ(strongly_connected_components(parts).largest, (rank_component{3, 3}));
  const rank_components_result two = strongly_connected_components(parts, {.most_components = 2, .gather = false});
  EXPECT_EQ(two.components, (std::vector<rank_component>{{3, 3}, {1, 2}}));
  EXPECT_EQ(two.count, 4u);
  EXPECT_EQ(two.labels.size(), parts.last_vertex() - parts.first_vertex());
  const rank_components_result without = strongly_connected_components(parts, {.sizes = false});
  EXPECT_EQ(without.count, 4u);
  EXPECT_TRUE(without.components.empty());
}

TEST(rank_strong_components, refuse_what_they_do_not_support) {
  const graph g = build(fixed_out_degree(60, 3)).g;
  const rank_graph parts(ranks(), g);
  const auto refused = [&](const rank_graph& of, const components_options& options) {
    test::expect_error(error_category::usage, [&] { static_cast<void>(strongly_connected_components(of, options)); });
  };
  refused(parts, {.keep_on_device = true});
  refused(parts, {.sizes = false, .most_components = 3});
  refused(parts, {.where = {device_kind::cuda, 0}});
  refused(parts, {.control = {{}, {}, 2}});
  test::expect_refused_places(ranks(),
                              [&](const execution& exec) { static_cast<void>(strongly_connected_components(parts, {}, exec)); });
  refused(test::rank_graph_on(g, {ranks().size(), 1}, 1), {});
  if (ranks().size() > 1) refused(parts, {.gather = ranks().rank() != 1});
  EXPECT_GT(strongly_connected_components(parts).count, 0u);  // and can continue
}

TEST(rank_strong_components, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), build(fixed_out_degree(200, 4)).g);
  test::expect_all_stop(ranks(), [&](execution exec) {
    exec.where = test::tested_device();
    static_cast<void>(strongly_connected_components(parts, {}, exec));
  });
}

}  // namespace
}  // namespace fathom
