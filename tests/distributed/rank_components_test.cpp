// Distributed connected components: the labels of a single process on any grid.
#include "fathom/distributed/components.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "partitioned.hpp"
#include "reference/union_find.hpp"
#include "refusals.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

rank_graph on_grid(const graph& g, std::pair<int, int> grid) { return test::rank_graph_on(g, grid); }

constexpr vertex_id most_listed = 10;

rank_components_result weak_components(const rank_graph& g, const components_options& options = {.most_components = most_listed}) {
  return weakly_connected_components(g, options, {.where = test::tested_device()});
}

std::vector<rank_component> largest_by_hand(const std::vector<vertex_id>& labels, std::size_t most) {
  std::map<vertex_id, std::uint64_t> sizes;
  for (const vertex_id label : labels) ++sizes[label];
  std::vector<rank_component> all;
  for (const auto& [label, size] : sizes) all.push_back({label, size});
  std::stable_sort(all.begin(), all.end(), [](const rank_component& a, const rank_component& b) { return a.size > b.size; });
  if (all.size() > most) all.resize(most);
  return all;
}

void expect_components(const graph& g, const rank_components_result& found, const std::vector<vertex_id>& expected) {
  ASSERT_EQ(found.labels.size(), g.num_vertices());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.labels.begin()));
  std::uint64_t roots = 0;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) roots += expected[v] == v;
  EXPECT_EQ(found.count, roots);
  EXPECT_EQ(found.components, largest_by_hand(expected, most_listed));
}

class components_on_ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(components_on_ranks, are_those_of_one_process) {
  const graph g = build(GetParam().edges()).g;
  const std::vector<vertex_id> expected = test::components_by_hand(g);
  for (const auto& grid : test::all_grids()) {
    for (const std::uint64_t degree : test::delegate_degrees(test::tested_device())) {
      const rank_graph parts = test::rank_graph_on(g, grid, degree);
      SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", " << parts.num_delegates() << " delegates");
      EXPECT_EQ(parts.directed(), g.directed());
      EXPECT_EQ(parts.num_edges(), g.num_edges());
      expect_components(g, weak_components(parts), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, components_on_ranks, testing::ValuesIn(test::zoo()), test::specimen_name());

// Neighbors are on different processes and far apart in the order of ids, yet rounds grow with the logarithm of the length.
TEST(rank_components, take_few_rounds_on_a_long_path) {
  constexpr vertex_id n = 20'011;  // prime, so that the multiplication permutes all vertices
  test::edge_pairs pairs;
  for (std::uint64_t i = 0; i + 1 < n; ++i) pairs.emplace_back(i * 7919 % n, (i + 1) * 7919 % n);
  const graph g = build(test::edges_of(n, pairs, false)).g;
  for (const auto& grid : test::all_grids()) {
    const rank_components_result found = weak_components(on_grid(g, grid));
    EXPECT_EQ(found.count, 1u);
    EXPECT_TRUE(std::all_of(found.labels.begin(), found.labels.end(), [](std::uint64_t label) { return label == 0; }));
    EXPECT_LE(found.report.rounds, 20);
  }
}

TEST(rank_components, agree_on_random_sparse_graphs) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const std::uint64_t n = 400 + 37 * seed;
    test::edge_pairs pairs;  // fewer edges than vertices: some hundred components of all sizes
    for (std::uint64_t i = 0; i < n * 4 / 5; ++i)
      pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % n);
    const graph g = build(test::edges_of(n, pairs, seed % 3 == 0)).g;
    const std::vector<vertex_id> expected = test::components_by_hand(g);
    for (const auto& grid : test::all_grids()) {
      for (const std::uint64_t degree : test::delegate_degrees(test::tested_device()))
        expect_components(g, weak_components(test::rank_graph_on(g, grid, degree)), expected);
    }
  }
}

TEST(rank_components, leave_each_rank_its_own_labels) {
  const graph g = build(test::two_components()).g;
  const std::vector<vertex_id> expected = test::components_by_hand(g);
  const rank_graph parts(ranks(), g);
  const rank_components_result found = weak_components(parts, {.most_components = 1, .gather = false});
  ASSERT_EQ(found.labels.size(), parts.last_vertex() - parts.first_vertex());
  EXPECT_TRUE(
      std::equal(found.labels.begin(), found.labels.end(), expected.begin() + static_cast<std::ptrdiff_t>(parts.first_vertex())));
  EXPECT_EQ(found.components.size(), 1u);
  EXPECT_EQ(found.count, weak_components(parts).count);
}

TEST(rank_components, report_what_each_rank_has_done) {
  const rank_graph parts(ranks(), build(kron(10)).g);
  const rank_components_result found = weak_components(parts);
  ASSERT_EQ(found.report.by_rank.size(), static_cast<std::size_t>(ranks().size()));
  const rank_work all = sum(found.report.by_rank);
  EXPECT_EQ(all.vertices, parts.num_vertices());
  EXPECT_EQ(all.edges, parts.num_edges());
  EXPECT_EQ(all.bytes_sent > 0, ranks().size() > 1);
  EXPECT_GE(imbalance(found.report.by_rank), 1.0);
}

TEST(rank_components, refuse_other_options_on_other_ranks) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const graph g = build(grid(5, 5)).g;
  const rank_graph parts(ranks(), g);
  EXPECT_THROW(static_cast<void>(weak_components(parts, {.gather = ranks().rank() != 1})), rank_error);
  EXPECT_THROW(rank_graph(ranks(), g, {.weights = ranks().rank() == 1, .control = {}}), rank_error);
  EXPECT_EQ(weak_components(parts).count, 1u);  // and can continue
}

TEST(rank_components, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), build(grid(40, 40)).g);
  test::expect_all_stop(ranks(), [&](execution exec) {
    exec.where = test::tested_device();
    static_cast<void>(weakly_connected_components(parts, {}, exec));
  });
}

// A directed edge list that has every edge in both directions is an undirected graph, as in build().
TEST(rank_graph, measures_whether_it_is_directed) {
  edge_list both = test::edges_of(6, {{0, 1}, {1, 0}, {3, 2}, {2, 3}, {4, 4}}, true);
  EXPECT_FALSE(rank_graph(ranks(), test::own_share(both)).directed());
  both.targets[3] = 4;
  EXPECT_TRUE(rank_graph(ranks(), test::own_share(both)).directed());
  edge_list weighted = test::edges_of(2, {{0, 1}, {1, 0}}, true);
  weighted.weights = array<edge_weight>(2);
  weighted.weights[0] = 1, weighted.weights[1] = 2;
  EXPECT_TRUE(rank_graph(ranks(), test::own_share(weighted)).directed());
}

}  // namespace
}  // namespace fathom
