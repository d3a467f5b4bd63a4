// Spanning forests against Prim's algorithm, a stable sort, and the validator; the validator against wrong forests.
#include "fathom/spanning_forest.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "reference/prim.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

constexpr forest_weight both[] = {forest_weight::minimum, forest_weight::maximum};

// Kruskal's algorithm with a stable sort and labels that are overwritten.
std::vector<forest_edge> kruskal_by_hand(const graph& g, forest_weight total) {
  std::vector<forest_edge> all, forest;
  const adjacency_view& rows = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
      if (u < rows.targets[e]) all.push_back({u, rows.targets[e], rows.weight(e)});
    }
  }
  std::stable_sort(all.begin(), all.end(), [&](const forest_edge& a, const forest_edge& b) {
    return total == forest_weight::minimum ? a.weight < b.weight : a.weight > b.weight;
  });
  std::vector<vertex_id> label(g.num_vertices());
  std::iota(label.begin(), label.end(), vertex_id{0});
  for (const forest_edge& e : all) {
    if (label[e.from] == label[e.to]) continue;
    std::replace(label.begin(), label.end(), vertex_id{label[e.from]}, vertex_id{label[e.to]});
    forest.push_back(e);
  }
  return forest;
}

spanning_forest_result expect_valid(const graph& g, forest_weight total) {
  spanning_forest_result found = spanning_forest(g, {.total = total});
  const spanning_forest_validation checked = validate_spanning_forest(g, found, total);
  EXPECT_TRUE(checked.valid) << checked.message;
  EXPECT_EQ(found.edges.size() + found.trees, g.num_vertices());
  return found;
}

class forests_of : public testing::TestWithParam<specimen> {};

TEST_P(forests_of, are_valid) {
  edge_list edges = GetParam().edges();
  edges.directed = false;
  const graph plain = build(std::move(edges)).g;
  for (const graph& g : {plain, with_random_weights(plain, 1, 9)}) {
    for (const forest_weight total : both) expect_valid(g, total);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, forests_of, testing::ValuesIn(zoo()), specimen_name());

// With parallel edges, self-loops, equal, negative and double-precision weights.
TEST(spanning_forest, agrees_with_other_algorithms_on_random_graphs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::uint64_t n = 2 + seed, m = random_bits(seed, 1) % (4 * n);
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < m; ++i) pairs.emplace_back(random_bits(seed, 3 * i + 2) % n, random_bits(seed, 3 * i + 3) % n);
    edge_list edges = edges_of(n, pairs, false);
    edges.wide_weights = array<double>(m);
    for (std::uint64_t i = 0; i < m; ++i)
      edges.wide_weights[i] = static_cast<double>(random_bits(seed, 3 * i + 4) % 20) - 5 + (seed % 3 == 0 ? 0x1p-30 : 0);
    build_options options;
    options.parallel = seed % 2 == 0 ? parallel_edges::keep : parallel_edges::first;
    options.loops = self_loops::keep;
    options.exact_weights = true;
    const graph g = build(std::move(edges), options).g;
    for (const forest_weight total : both) {
      const spanning_forest_result found = expect_valid(g, total);
      EXPECT_DOUBLE_EQ(found.weight, forest_weight_by_hand(g, total == forest_weight::minimum ? 1 : -1)) << seed;
      EXPECT_EQ(found.edges, kruskal_by_hand(g, total)) << seed;
    }
  }
}

// Large enough for partitioning and filtering, with many equal weights.
TEST(spanning_forest, keeps_the_order_of_equal_edges_when_it_filters) {
  for (const std::uint32_t heaviest : {1u, 40u, 1u << 24}) {
    const graph g = with_random_weights(build(uniform(11, 16, {.seed = heaviest})).g, 1, heaviest);
    for (const forest_weight total : both) {
      const spanning_forest_result found = expect_valid(g, total);
      EXPECT_EQ(found.edges, kruskal_by_hand(g, total));
      EXPECT_LT(found.report.edges_sorted, g.num_edges() / 2);
    }
  }
}

TEST(spanning_forest, refuses_directed_graphs_and_stops_on_request) {
  EXPECT_THROW(static_cast<void>(spanning_forest(build(directed_cycle(3)).g)), error);
  EXPECT_THROW(static_cast<void>(validate_spanning_forest(build(directed_cycle(3)).g, {})), error);
  const graph g = build(grid(50, 50)).g;
  EXPECT_THROW(static_cast<void>(spanning_forest(g, {.control = {.threads = -1}})), error);
  expect_error(error_category::cancelled, [&] { static_cast<void>(spanning_forest(g, {.control = stopped_on_progress()})); });
}

// The square 0 1 2 3 with a diagonal, and vertex 4 connected to 5.
class validate_forest : public testing::Test {
 protected:
  validate_forest() {
    edge_list edges = edges_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {4, 5}}, false);
    edges.weights = array<edge_weight>(6);
    for (std::size_t i = 0; i < 6; ++i) edges.weights[i] = static_cast<edge_weight>(i + 1);
    g_ = build(std::move(edges)).g;
    found_ = spanning_forest(g_);
  }

  void expect(spanning_forest_rule rule) const {
    const spanning_forest_validation checked = validate_spanning_forest(g_, found_);
    EXPECT_EQ(checked.valid, rule == spanning_forest_rule::none);
    EXPECT_EQ(checked.violated, rule) << checked.message;
    EXPECT_EQ(checked.message.empty(), checked.valid);
  }

  void replace(std::size_t i, forest_edge e) {
    found_.weight += e.weight - found_.edges[i].weight;
    found_.edges[i] = e;
  }

  graph g_;
  spanning_forest_result found_;
};

TEST_F(validate_forest, accepts_the_forest_in_any_order) {
  expect(spanning_forest_rule::none);
  std::reverse(found_.edges.begin(), found_.edges.end());
  expect(spanning_forest_rule::none);
  EXPECT_FALSE(validate_spanning_forest(g_, found_, forest_weight::maximum).valid);
}

TEST_F(validate_forest, refuses_foreign_edges_and_wrong_totals) {
  for (const forest_edge wrong : {forest_edge{1, 3, 1}, {0, 1, 2}, {0, 9, 1}}) {
    const spanning_forest_result before = found_;
    replace(0, wrong);
    expect(spanning_forest_rule::edges_are_of_the_graph);
    found_ = before;
  }
  ++found_.weight;
  expect(spanning_forest_rule::edges_are_of_the_graph);
  --found_.weight;
  ++found_.trees;
  expect(spanning_forest_rule::edges_are_of_the_graph);
}

TEST_F(validate_forest, refuses_cycles) {
  replace(2, {0, 2, 5});
  expect(spanning_forest_rule::forest_has_no_cycle);
}

TEST_F(validate_forest, refuses_more_trees_than_components) {
  found_.weight -= found_.edges.back().weight;
  found_.edges.pop_back();
  ++found_.trees;
  expect(spanning_forest_rule::trees_span_components);
}

TEST_F(validate_forest, refuses_forests_that_an_edge_improves) {
  replace(2, {0, 3, 4});
  expect(spanning_forest_rule::no_edge_improves);
}

}  // namespace
}  // namespace fathom::test
