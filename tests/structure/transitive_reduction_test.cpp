// Transitive reductions against reachability by hand and the validator; the validator against wrong reductions.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "base/random.hpp"
#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/dag.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

graph reduced_by(const graph& g, int threads = 0) {
  transitive_reduction_options options;
  options.control.threads = threads;
  graph reduced = transitive_reduction(g, options).reduced;
  const dag_validation checked = validate_transitive_reduction(g, reduced);
  EXPECT_TRUE(checked.valid) << checked.message;
  return reduced;
}

edge_pairs pairs_of(const graph& g) {
  edge_pairs pairs;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* w = g.view().out.begin(u); w != g.view().out.end(u); ++w) pairs.emplace_back(u, *w);
  }
  return pairs;
}

// Edges u -> w for which no other neighbor of u reaches w.
edge_pairs reduced_by_hand(const graph& g) {
  const vertex_id n = g.num_vertices();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n, false));
  for (const auto& [u, w] : pairs_of(g)) reaches[u][w] = true;
  for (vertex_id k = 0; k < n; ++k) {
    for (vertex_id u = 0; u < n; ++u) {
      for (vertex_id w = 0; reaches[u][k] && w < n; ++w) reaches[u][w] = reaches[u][w] || reaches[k][w];
    }
  }
  edge_pairs kept;
  for (const auto& [u, w] : pairs_of(g)) {
    bool detour = false;
    for (vertex_id x = 0; x < n; ++x) detour = detour || (reaches[u][x] && reaches[x][w]);
    if (!detour) kept.emplace_back(u, w);
  }
  return kept;
}

TEST(transitive_reduction, agrees_with_reachability) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::uint64_t n = 5 * seed, m = random_bits(seed, 1) % (6 * n);
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < m; ++i) {
      const auto a = static_cast<vertex_id>(random_bits(seed, 2 * i + 2) % n),
                 b = static_cast<vertex_id>(random_bits(seed, 2 * i + 3) % n);
      if (a != b) pairs.emplace_back(std::max(a, b), std::min(a, b));
    }
    build_options options;
    options.parallel = seed % 3 == 0 ? parallel_edges::keep : parallel_edges::min;
    options.in = seed % 2 == 0 ? in_edges::none : in_edges::automatic;
    const graph g = build(edges_of(n, pairs, true), options).g;
    options.parallel = parallel_edges::min;
    const edge_pairs expected = reduced_by_hand(build(edges_of(n, pairs, true), options).g);
    EXPECT_EQ(pairs_of(reduced_by(g, 1)), expected);
    EXPECT_EQ(pairs_of(reduced_by(g, 4)), expected);
  }
}

TEST(transitive_reduction, keeps_weights_and_names) {
  edge_list edges = edges_of(4, {{0, 1}, {1, 2}, {0, 2}, {2, 3}}, true);
  edges.weights = array<edge_weight>(4);
  for (std::size_t i = 0; i < 4; ++i) edges.weights[i] = static_cast<edge_weight>(i) + 0.5f;
  edges.original_ids = array<std::uint64_t>(4);
  for (std::size_t i = 0; i < 4; ++i) edges.original_ids[i] = 10 * (i + 1);
  const graph reduced = reduced_by(build(std::move(edges)).g);
  EXPECT_EQ(pairs_of(reduced), (edge_pairs{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(reduced.view().out.weight(2), 3.5);
  EXPECT_EQ(reduced.name(3), "40");
}

TEST(transitive_reduction, refuses_cycles_and_stops_on_request) {
  const graph g = build(edges_of(3, {{0, 1}, {1, 2}, {2, 0}}, true)).g;
  expect_error(error_category::usage, "the graph has a cycle, '", [&] { static_cast<void>(transitive_reduction(g)); });
  EXPECT_THROW(static_cast<void>(validate_transitive_reduction(g, g)), error);
  EXPECT_EQ(reduced_by(graph()).num_vertices(), 0u);
  const graph arcs = build(random_dag(300, 2000)).g;
  expect_error(error_category::cancelled, [&] { static_cast<void>(transitive_reduction(arcs, {.control = stopped()})); });
}

// 0 -> 1 -> 2 and 0 -> 2, behind 70 vertices in a row, so that two words of sources are needed.
TEST(validate_transitive_reduction, refuses_wrong_reductions) {
  edge_pairs chain;
  for (vertex_id v = 0; v < 72; ++v) chain.emplace_back(v, v + 1);
  edge_pairs all = chain;
  all.emplace_back(70, 72);
  const graph g = build(edges_of(73, all, true)).g;
  const auto rule_of = [&](std::uint64_t n, const edge_pairs& kept) {
    build_options options;
    options.parallel = parallel_edges::keep;
    const dag_validation checked = validate_transitive_reduction(g, build(edges_of(n, kept, true), options).g);
    EXPECT_EQ(checked.valid, checked.violated == dag_rule::none);
    EXPECT_EQ(checked.message.empty(), checked.valid);
    return checked.violated;
  };
  EXPECT_EQ(rule_of(73, chain), dag_rule::none);
  EXPECT_EQ(rule_of(74, chain), dag_rule::kept_edges_are_edges);
  EXPECT_EQ(rule_of(73, all), dag_rule::kept_edges_have_no_detour);
  edge_pairs twice = chain, foreign = chain, less = chain;
  twice.push_back(chain.back()), foreign.emplace_back(0, 2), less.pop_back();
  EXPECT_EQ(rule_of(73, twice), dag_rule::kept_edges_are_edges);
  EXPECT_EQ(rule_of(73, foreign), dag_rule::kept_edges_are_edges);
  EXPECT_EQ(rule_of(73, less), dag_rule::removed_edges_have_paths);
}

}  // namespace
}  // namespace fathom::test
