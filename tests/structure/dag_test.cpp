// Topological orders and longest paths against repeated relaxation and the validator; the validator against wrong orders.
#include "fathom/dag.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

topological_order_result expect_valid_order(const graph& g) {
  topological_order_result found = topological_order(g);
  const dag_validation checked = validate_topological_order(g, found);
  EXPECT_TRUE(checked.valid) << checked.message;
  return found;
}

// The longest lengths of paths to all vertices, 0 or more, by relaxing all edges n times.
std::vector<double> longest_by_hand(const graph& g, bool weights) {
  const adjacency_view& out = g.view().out;
  std::vector<double> longest(g.num_vertices(), 0);
  for (vertex_id round = 0; round < g.num_vertices(); ++round) {
    for (vertex_id u = 0; u < g.num_vertices(); ++u) {
      for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e)
        longest[out.targets[e]] = std::max(longest[out.targets[e]], longest[u] + (weights ? out.weight(e) : 1));
    }
  }
  return longest;
}

double length_along(const graph& g, const std::vector<vertex_id>& path, bool weights) {
  const adjacency_view& out = g.view().out;
  double length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const auto at = std::find(out.begin(path[i - 1]), out.end(path[i - 1]), path[i]);
    EXPECT_NE(at, out.end(path[i - 1]));
    length += weights ? out.weight(static_cast<edge_offset>(at - out.targets)) : 1;
  }
  return length;
}

class orders_of : public testing::TestWithParam<specimen> {};

TEST_P(orders_of, are_valid) {
  build_options options;
  options.parallel = parallel_edges::keep;
  for (const self_loops loops : {self_loops::keep, self_loops::remove}) {
    options.loops = loops;
    expect_valid_order(build(GetParam().edges(), options).g);
    const graph g = build(as_directed(GetParam().edges()), options).g;
    const topological_order_result found = expect_valid_order(g);
    if (!found.acyclic()) {
      EXPECT_THROW(static_cast<void>(longest_path(g)), error);
      continue;
    }
    const longest_path_result longest = longest_path(g);
    EXPECT_EQ(longest.length + 1, std::max<double>(1, static_cast<double>(found.generations())));
    EXPECT_EQ(length_along(g, longest.vertices, false), longest.length);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, orders_of, testing::ValuesIn(zoo()), specimen_name());

// Weights from -3 to 6; with and without in-edges.
TEST(dag, longest_paths_agree_with_relaxation) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::uint64_t n = 2 + seed, m = random_bits(seed, 1) % (3 * n);
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < m; ++i) {
      const auto a = static_cast<vertex_id>(random_bits(seed, 3 * i + 2) % n),
                 b = static_cast<vertex_id>(random_bits(seed, 3 * i + 3) % n);
      if (a != b) pairs.emplace_back(std::max(a, b), std::min(a, b));
    }
    edge_list edges = edges_of(n, pairs, true);
    edges.weights = array<edge_weight>(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
      edges.weights[i] = static_cast<edge_weight>(random_bits(seed, 3 * i + 4) % 10) - 3;
    build_options options;
    options.in = seed % 2 == 0 ? in_edges::none : in_edges::automatic;
    const graph g = build(std::move(edges), options).g;
    const topological_order_result found = expect_valid_order(g);
    ASSERT_TRUE(found.acyclic());
    const std::vector<double> hops = longest_by_hand(g, false), lengths = longest_by_hand(g, true);
    for (std::size_t i = 0; i < found.generations(); ++i) {
      for (const vertex_id v : found.generation(i)) EXPECT_EQ(hops[v], static_cast<double>(i));
    }
    for (const bool weights : {false, true}) {
      const longest_path_result longest = longest_path(g, {.length = weights ? path_length::weights : path_length::hops});
      const std::vector<double>& by_hand = weights ? lengths : hops;
      EXPECT_EQ(longest.length, *std::max_element(by_hand.begin(), by_hand.end()));
      EXPECT_EQ(length_along(g, longest.vertices, weights), longest.length);
    }
  }
}

TEST(dag, orders_as_edges_are_met) {
  const graph g = build(edges_of(6, {{5, 2}, {5, 0}, {4, 0}, {4, 1}, {2, 3}, {3, 1}}, true)).g;
  const topological_order_result found = topological_order(g);
  EXPECT_EQ(found.order, (std::vector<vertex_id>{4, 5, 0, 2, 3, 1}));
  EXPECT_EQ(found.offsets, (std::vector<vertex_id>{0, 2, 4, 5, 6}));
  EXPECT_EQ(longest_path(g).vertices, (std::vector<vertex_id>{5, 2, 3, 1}));
}

TEST(dag, names_a_cycle) {
  const graph g = build(edges_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}}, true)).g;
  topological_order_result found = expect_valid_order(g);
  EXPECT_EQ(found.order, (std::vector<vertex_id>{0, 5}));
  std::rotate(found.cycle.begin(), std::min_element(found.cycle.begin(), found.cycle.end()), found.cycle.end());
  EXPECT_EQ(found.cycle, (std::vector<vertex_id>{1, 2, 3}));
  expect_error(error_category::usage, "the graph has a cycle, '", [&] { static_cast<void>(longest_path(g)); });
}

TEST(dag, is_empty_without_vertices) {
  EXPECT_TRUE(expect_valid_order(graph()).acyclic());
  EXPECT_TRUE(longest_path(graph()).vertices.empty());
  EXPECT_EQ(longest_path(build(edges_of(3, {}, true)).g).vertices, std::vector<vertex_id>{0});
}

TEST(dag, stops_on_request) {
  const graph g = build(random_dag(500, 2500)).g;
  EXPECT_THROW(static_cast<void>(topological_order(g, {.control = {.threads = -1}})), error);
  expect_error(error_category::cancelled, [&] { static_cast<void>(topological_order(g, {.control = stopped_on_progress()})); });
}

// 0 -> 1 -> 2 and 0 -> 2, and the cycle 3 -> 4 -> 3, which reaches 5.
class validate_order : public testing::Test {
 protected:
  void expect(dag_rule rule) const {
    const dag_validation checked = validate_topological_order(g_, found_);
    EXPECT_EQ(checked.valid, rule == dag_rule::none);
    EXPECT_EQ(checked.violated, rule) << checked.message;
    EXPECT_EQ(checked.message.empty(), checked.valid);
  }

  graph g_ = build(edges_of(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 3}, {4, 5}}, true)).g;
  topological_order_result found_ = topological_order(g_);
};

TEST_F(validate_order, refuses_lists_that_are_not_well_formed) {
  expect(dag_rule::none);
  found_.order[2] = 1;
  expect(dag_rule::order_lists_vertices_once);
  found_.order[2] = 6;
  expect(dag_rule::order_lists_vertices_once);
  found_.order[2] = 2;
  found_.offsets = {0, 1, 1, 3};
  expect(dag_rule::order_lists_vertices_once);
}

TEST_F(validate_order, refuses_other_generations) {
  const topological_order_result right = found_;
  std::swap(found_.order[1], found_.order[2]);
  expect(dag_rule::edges_lead_to_later_generations);
  found_ = right;
  found_.order.push_back(5), found_.offsets.push_back(4);
  expect(dag_rule::edges_lead_to_later_generations);
}

TEST(validate_topological_order, refuses_late_generations) {
  const graph g = build(edges_of(3, {{0, 1}}, true)).g;
  topological_order_result found = topological_order(g);
  found.order = {0, 1, 2}, found.offsets = {0, 1, 3};
  EXPECT_EQ(validate_topological_order(g, found).violated, dag_rule::generations_are_earliest);
}

TEST_F(validate_order, refuses_other_cycles) {
  for (const std::vector<vertex_id>& wrong : {std::vector<vertex_id>{}, {3, 5}, {3}, {9, 3}}) {
    found_.cycle = wrong;
    expect(dag_rule::cycle_is_a_cycle);
  }
}

TEST_F(validate_order, refuses_orders_that_end_too_early) {
  found_.order.pop_back(), found_.offsets.pop_back();
  expect(dag_rule::unlisted_follow_cycles);
}

}  // namespace
}  // namespace fathom::test
