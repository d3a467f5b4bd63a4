// Label propagation against NetworkX's algorithm and the validator; modularity; the validator against wrong communities.
#include "fathom/communities.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <map>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "reference/label_propagation.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

communities_result expect_valid_communities(const graph& g, int threads = 0) {
  label_propagation_options options;
  options.control.threads = threads;
  communities_result found = label_propagation(g, options);
  const communities_validation checked = validate_communities(g, found.labels.view());
  EXPECT_TRUE(checked.valid) << checked.message;
  return found;
}

// The fraction of edges within communities less that of random edges, over all pairs of vertices.
double modularity_by_hand(const graph& g, std::span<const vertex_id> labels) {
  const adjacency_view& rows = g.view().out;
  std::vector<double> degree(g.num_vertices(), 0);
  double all = 0, sum = 0;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* w = rows.begin(u); w != rows.end(u); ++w) degree[u] += u == *w ? 2 : 1;
    all += degree[u];
  }
  for (vertex_id u = 0; all > 0 && u < g.num_vertices(); ++u) {
    for (const vertex_id* w = rows.begin(u); w != rows.end(u); ++w) sum += labels[u] != labels[*w] ? 0 : u == *w ? 2 : 1;
    for (vertex_id v = 0; v < g.num_vertices(); ++v) sum -= labels[u] == labels[v] ? degree[u] * degree[v] / all : 0;
  }
  return all > 0 ? sum / all : 0;
}

class communities_of : public testing::TestWithParam<specimen> {};

TEST_P(communities_of, are_those_of_networkx) {
  for (const self_loops loops : {self_loops::keep, self_loops::remove}) {
    build_options options;
    options.loops = loops;
    const graph g = build(GetParam().edges(), options).g;
    if (g.directed()) continue;
    const communities_result found = expect_valid_communities(g);
    const std::vector<vertex_id> by_hand = labels_by_hand(g);
    std::map<vertex_id, vertex_id> number;
    for (vertex_id v = 0; v < g.num_vertices(); ++v)
      EXPECT_EQ(found.labels[v], number.try_emplace(by_hand[v], static_cast<vertex_id>(number.size())).first->second);
    EXPECT_EQ(found.report.communities, number.size());
    if (g.num_vertices() <= 1000) {  // the reference is quadratic
      EXPECT_NEAR(found.report.modularity, modularity_by_hand(g, found.labels.view()), 1e-9);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, communities_of, testing::ValuesIn(zoo()), specimen_name());

TEST(label_propagation, does_not_depend_on_threads) {
  const graph g = build(kron(12, 8)).g;
  const communities_result one = expect_valid_communities(g, 1), four = expect_valid_communities(g, 4);
  EXPECT_EQ(one.report.threads, 1);
  EXPECT_GT(four.report.threads, 1);
  EXPECT_TRUE(std::equal(one.labels.begin(), one.labels.end(), four.labels.begin(), four.labels.end()));
}

TEST(label_propagation, refuses_directed_graphs_and_stops_on_request) {
  const graph arcs = build(edges_of(3, {{0, 1}, {1, 2}}, true)).g, g = build(krackhardts_kite()).g;
  expect_error(error_category::usage, [&] { static_cast<void>(label_propagation(arcs)); });
  expect_error(error_category::cancelled, [&] { static_cast<void>(label_propagation(g, {.control = stopped()})); });
}

// Two triangles that share no edge, and an isolated vertex.
TEST(validate_communities, refuses_wrong_communities) {
  const graph g = build(edges_of(7, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}}, false)).g;
  const auto rule_of = [&](const std::vector<vertex_id>& labels) {
    const communities_validation checked = validate_communities(g, labels);
    EXPECT_EQ(checked.valid, checked.violated == communities_rule::none);
    EXPECT_EQ(checked.message.empty(), checked.valid);
    return checked.violated;
  };
  EXPECT_EQ(rule_of({0, 0, 0, 1, 1, 1, 2}), communities_rule::none);
  EXPECT_EQ(rule_of({0, 0, 0, 1, 1, 1}), communities_rule::communities_are_numbered);
  EXPECT_EQ(rule_of({1, 1, 1, 0, 0, 0, 2}), communities_rule::communities_are_numbered);
  EXPECT_EQ(rule_of({0, 0, 1, 2, 2, 2, 3}), communities_rule::labels_are_most_frequent);
  EXPECT_EQ(rule_of({0, 0, 0, 1, 1, 1, 1}), communities_rule::isolated_vertices_are_alone);
}

}  // namespace
}  // namespace fathom::test
