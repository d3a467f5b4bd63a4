// Exact closeness and harmonic centrality of all test graphs, against a queue-based search from every vertex.
#include "fathom/closeness.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include "fathom/error.hpp"
#include "on_tested_device.hpp"
#include "reference/centrality_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

bool is_too_large(const graph& g) { return g.num_vertices() > 5000; }

class centralities : public testing::TestWithParam<test::specimen> {};

TEST_P(centralities, are_those_of_all_distances) {
  const graph g = build(GetParam().edges()).g;
  if (is_too_large(g)) GTEST_SKIP() << "too many pairs";
  const test::distance_rows truth = test::all_distances(g);
  for (const bool flag : {false, true}) {
    const centrality_result near = test::closeness(g, {.improved = flag});
    const centrality_result mean = test::harmonic(g, {.normalized = flag});
    ASSERT_EQ(near.values.size(), g.num_vertices());
    ASSERT_EQ(mean.values.size(), g.num_vertices());
    const double others = flag && g.num_vertices() > 1 ? g.num_vertices() - 1.0 : 1.0;
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      ASSERT_NEAR(near.values[v], test::closeness_by_hand(truth, v, flag), 1e-12) << v;
      ASSERT_NEAR(mean.values[v], test::harmonic_by_hand(truth, v) / others, 1e-9) << v;
    }
  }
}

TEST_P(centralities, are_the_same_for_some_vertices_in_any_order_and_on_any_number_of_threads) {
  const graph g = build(GetParam().edges()).g;
  if (is_too_large(g)) GTEST_SKIP() << "too many pairs";
  const std::vector<double> all = test::harmonic(g).values;
  std::vector<vertex_id> some;
  for (vertex_id i = 0; i < 20 && g.num_vertices() > 0; ++i) some.push_back(i * 7919 % g.num_vertices());
  if (some.empty()) return;
  some.push_back(some.front());
  for (const int threads : {1, 3}) {
    const std::vector<double> values =
        test::harmonic(g, {.vertices = some}, {.stop = {}, .on_progress = {}, .threads = threads}).values;
    ASSERT_EQ(values.size(), some.size());
    for (std::size_t i = 0; i < some.size(); ++i) ASSERT_EQ(values[i], all[some[i]]) << some[i];
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, centralities, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(closeness, ignores_weights) {
  const graph g = build(kron(8)).g, weighted = build(test::with_weights(kron(8))).g;
  EXPECT_TRUE(weighted.weighted());
  EXPECT_EQ(test::closeness(g).values, test::closeness(weighted).values);
  const graph directed = build(test::with_weights(test::random_dag(100, 400))).g;
  EXPECT_EQ(test::closeness(build(test::random_dag(100, 400)).g).values, test::closeness(directed).values);
}

TEST(closeness, makes_in_edges_where_there_are_none) {
  build_options none;
  none.in = in_edges::none;
  const graph with = build(test::random_dag(200, 900)).g, without = build(test::random_dag(200, 900), none).g;
  ASSERT_FALSE(without.has_in_edges());
  EXPECT_EQ(test::closeness(with).values, test::closeness(without).values);
}

TEST(closeness, of_no_graph_and_of_one_vertex) {
  EXPECT_TRUE(test::closeness(graph()).values.empty());
  EXPECT_TRUE(test::harmonic(graph(), {.samples = 5}).values.empty());
  const graph one = build(test::edges_of(1, {}, false)).g;
  EXPECT_EQ(test::closeness(one).values, std::vector<double>{0});
  EXPECT_EQ(test::harmonic(one, {.normalized = true}).values, std::vector<double>{0});
}

TEST(closeness, names_a_vertex_outside) {
  const graph g = build(path(5)).g;
  const vertex_id wrong[] = {1, 5};
  for (const auto& call : {closeness, harmonic}) {
    test::expect_error(error_category::usage, "vertex 5 (number 2 of 2) is outside the graph of 5 vertices; give 0 to 4",
                       [&] { static_cast<void>(call(g, {.vertices = wrong}, {})); });
  }
}

TEST(closeness, stops_on_request) {
  const graph g = build(kron(8)).g;
  EXPECT_THROW(static_cast<void>(test::closeness(g, {}, test::stopped())), error);
}

}  // namespace
}  // namespace fathom
