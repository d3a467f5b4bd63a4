// Graph500 benchmark of a single process, which uses build(), bfs() and sssp(): results equal those of the distributed engine, and
// no results are reported if a tree, a path or the graph is wrong.
#include "fathom/graph500.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bfs/validate/edges_as_listed.hpp"
#include "graph500_searches.hpp"

namespace fathom {
namespace {

using test::expect_same_searches;
using test::small_benchmark;

// A single process without a grid does not use the distributed engine.
TEST(graph500, of_one_process_is_that_of_ranks) {
  graph500_options options = small_benchmark();
  options.ranks = nullptr;
  options.where = {};
  const graph500_result alone = graph500(options);
  options.grid_rows = options.grid_columns = 1;
  const graph500_result on_ranks = graph500(options);
  ASSERT_TRUE(alone.valid) << alone.message;
  expect_same_searches(alone, on_ranks);
  for (const graph500_search& search : alone.bfs) EXPECT_GT(search.seconds, 0);
  ASSERT_EQ(alone.by_rank.size(), 1u);
  EXPECT_EQ(alone.by_rank[0].vertices, on_ranks.by_rank[0].vertices);
  EXPECT_EQ(alone.by_rank[0].edges, on_ranks.by_rank[0].edges);
  ASSERT_FALSE(alone.slowest.empty());
  EXPECT_EQ(alone.slowest.front().frontier, 1u);
}

TEST(graph500, of_one_process_has_no_results_of_a_damaged_tree) {
  graph500_options options = small_benchmark();
  options.ranks = nullptr;
  options.where = {};
  int searches = 0;
  options.on_result = [&](std::uint64_t root, std::span<std::int64_t> predecessors) {
    ASSERT_EQ(predecessors[root], static_cast<std::int64_t>(root));
    if (++searches < 3) return;
    const auto leaf = std::find_if(predecessors.begin(), predecessors.end(),
                                   [&](const std::int64_t& p) { return p >= 0 && &p != &predecessors[root]; });
    *leaf = -1;
  };
  const graph500_result result = graph500(options);
  EXPECT_FALSE(result.valid);
  EXPECT_EQ(result.bfs.size(), 2u);
  EXPECT_NE(result.message.find("rule "), std::string::npos) << result.message;
  EXPECT_TRUE(result.slowest.empty());
}

// Kernel 3 reaches the same vertices as kernel 2 from the same roots, as in the distributed engine.
TEST(graph500, of_one_process_finds_shortest_paths) {
  graph500_options options = small_benchmark();
  options.ranks = nullptr;
  options.sssp = true;
  const graph500_result alone = graph500(options);
  ASSERT_TRUE(alone.valid) << alone.message;
  options.where = {};
  options.grid_rows = options.grid_columns = 1;
  const graph500_result on_ranks = graph500(options);
  expect_same_searches(alone, on_ranks);
  ASSERT_EQ(alone.sssp.size(), alone.bfs.size());
  ASSERT_EQ(on_ranks.sssp.size(), alone.bfs.size());
  for (std::size_t i = 0; i < alone.sssp.size(); ++i) {
    EXPECT_EQ(alone.sssp[i].root, alone.bfs[i].root) << i;
    EXPECT_EQ(alone.sssp[i].edges, alone.bfs[i].edges) << i;
    EXPECT_EQ(alone.sssp[i].reached, alone.bfs[i].reached) << i;
    EXPECT_EQ(on_ranks.sssp[i].reached, alone.bfs[i].reached) << i;
    EXPECT_GT(alone.sssp[i].seconds, 0);
  }
}

TEST(graph500, of_one_process_has_no_results_of_damaged_paths) {
  graph500_options options = small_benchmark();
  options.ranks = nullptr;
  options.sssp = true;
  int searches = 0;
  options.on_result = [&](std::uint64_t root, std::span<std::int64_t> predecessors) {
    ASSERT_EQ(predecessors[root], static_cast<std::int64_t>(root));
    if (++searches < options.roots + 3) return;
    // With random weights, a path through another neighbor has a different length.
    const auto leaf = std::find_if(predecessors.begin(), predecessors.end(),
                                   [&](const std::int64_t& p) { return p >= 0 && p != static_cast<std::int64_t>(root); });
    ASSERT_NE(leaf, predecessors.end());
    *leaf = static_cast<std::int64_t>(root);
  };
  const graph500_result result = graph500(options);
  EXPECT_FALSE(result.valid);
  EXPECT_EQ(result.bfs.size(), 6u);
  EXPECT_EQ(result.sssp.size(), 2u);
  EXPECT_NE(result.message.find("is not valid"), std::string::npos) << result.message;
}

// The built graph is compared with the edge list: one edge missing, one extra, and one replaced.
TEST(graph500, of_one_process_does_not_trust_what_was_built) {
  const test::edge_pairs listed{{0, 1}, {1, 0}, {1, 2}, {2, 2}, {2, 3}, {3, 4}, {1, 4}, {1, 4}};
  const edge_list list = test::edges_of(6, listed, false);
  const auto has_them = [&](const test::edge_pairs& pairs) {
    return has_edges_as_listed(build(test::edges_of(6, pairs, false)).g, list, 2);
  };
  EXPECT_TRUE(has_them({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 1}}));
  EXPECT_FALSE(has_them({{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  EXPECT_FALSE(has_them({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 1}, {4, 5}}));
  EXPECT_FALSE(has_them({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 2}}));
  const edge_list many = kron(12, 8);
  const graph g = build(kron(12, 8)).g;
  for (const int threads : {1, 4}) EXPECT_TRUE(has_edges_as_listed(g, many, threads));
  EXPECT_FALSE(has_edges_as_listed(build(kron(12, 7)).g, many, 4));
}

// Duplicate edges keep the smaller weight, in both directions.
TEST(graph500, of_one_process_does_not_trust_weights_that_were_built) {
  const auto with_weights = [](const test::edge_pairs& pairs, const std::vector<edge_weight>& weights, bool directed = false) {
    edge_list list = test::edges_of(4, pairs, directed);
    list.weights = array<edge_weight>(weights.size());
    std::copy(weights.begin(), weights.end(), list.weights.begin());
    return list;
  };
  const edge_list listed = with_weights({{0, 1}, {1, 2}, {2, 1}, {3, 3}, {2, 3}}, {0.5F, 0.25F, 0.75F, 1, 0});
  const auto has_them = [&](edge_list list) { return has_edges_as_listed(build(std::move(list)).g, listed, 2); };
  EXPECT_TRUE(has_them(with_weights({{1, 0}, {1, 2}, {2, 3}}, {0.5F, 0.25F, 0})));
  EXPECT_FALSE(has_them(with_weights({{1, 0}, {1, 2}, {2, 3}}, {0.5F, 0.75F, 0})));
  EXPECT_FALSE(has_them(with_weights({{1, 0}, {1, 2}, {2, 3}}, {0.5F, 0.125F, 0})));
  EXPECT_FALSE(has_them(with_weights({{1, 0}, {1, 2}, {2, 3}}, {0.625F, 0.25F, 0})));
  EXPECT_FALSE(has_them(with_weights({{1, 0}, {1, 2}}, {0.5F, 0.25F})));
  EXPECT_FALSE(has_them(test::edges_of(4, {{1, 0}, {1, 2}, {2, 3}}, false))) << "no weights";
  const test::edge_pairs both{{1, 0}, {0, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 2}};
  EXPECT_TRUE(has_them(with_weights(both, {0.5F, 0.5F, 0.25F, 0.25F, 0, 0}, true)));
  EXPECT_FALSE(has_them(with_weights(both, {0.5F, 0.5F, 0.25F, 0.375F, 0, 0}, true))) << "another weight of the reverse edge";
}

}  // namespace
}  // namespace fathom
