// Trees that are wrong on one process are rejected on all of them, by the rule that they break.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "bfs/validate/distributed/validator.hpp"
#include "partitioned.hpp"
#include "reference/queue_bfs.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using ranks_engine::rank_validator;
using ranks_engine::rank_verdict;
using test::ranks;

/// A correct answer on all processes, in the caller's order, for one test to damage.
struct claim {
  vertex_id source = 0;
  std::vector<std::int64_t> predecessors;
  std::vector<hop_count> distances;

  claim(const graph& g, vertex_id from) : source(from), distances(test::queue_bfs(g, from)) {
    for (const vertex_id p : test::smallest_predecessors(g, distances)) {
      predecessors.push_back(p == no_vertex ? -1 : static_cast<std::int64_t>(p));
    }
    predecessors[source] = source;
  }
};

vertex_blocks blocks_of(const graph& g) { return {g.num_vertices(), ranks().size()}; }

template <class T>
std::vector<T> own_part(const std::vector<T>& all) {
  const index_range block = vertex_blocks(all.size(), ranks().size()).block(ranks().rank());
  return {all.begin() + static_cast<std::ptrdiff_t>(block.first), all.begin() + static_cast<std::ptrdiff_t>(block.last)};
}

rank_verdict judge(const rank_validator& validator, const claim& c, bool with_distances) {
  return validator.check(c.source, own_part(c.predecessors), with_distances ? own_part(c.distances) : std::vector<hop_count>());
}

// The kite of NetworkX and a second component: 10 - 11 - 12.
edge_list kite_and_path() {
  test::edge_pairs pairs = test::kite_edges;
  pairs.insert(pairs.end(), {{10, 11}, {11, 12}, {3, 3}, {0, 1}});
  return test::edges_of(14, pairs, false);
}

struct damage {
  const char* name;
  bfs_rule rule;
  bool distances;
  std::function<void(claim&)> done;
};

TEST(rank_validator, passes_what_is_right) {
  const graph g = build(kite_and_path()).g;
  const rank_validator validator(ranks(), blocks_of(g), test::own_share(kite_and_path()), test::rank_control().threads);
  for (const vertex_id source : {0u, 9u, 11u, 13u}) {
    for (const bool distances : {false, true}) {
      const rank_verdict verdict = judge(validator, claim(g, source), distances);
      EXPECT_TRUE(verdict.valid) << verdict.message;
      EXPECT_EQ(verdict.reached, source == 13 ? 1u : source == 11 ? 3u : 10u);
      // 18 edges of the kite, one duplicate, and a self-loop.
      EXPECT_EQ(verdict.edges_traversed, source == 13 ? 0u : source == 11 ? 2u : 20u);
    }
  }
}

TEST(rank_validator, names_the_broken_rule) {
  const graph g = build(kite_and_path()).g;
  const rank_validator validator(ranks(), blocks_of(g), test::own_share(kite_and_path()), test::rank_control().threads);
  // From 9: 9 - 8 - 7 - 5 and 6 - the rest.
  const damage damages[] = {
      {"a circle of two", bfs_rule::tree_has_no_cycle, false, [](claim& c) { c.predecessors[0] = 1, c.predecessors[1] = 0; }},
      {"a loop", bfs_rule::tree_has_no_cycle, false, [](claim& c) { c.predecessors[4] = 4; }},
      {"the source has another", bfs_rule::tree_has_no_cycle, false, [](claim& c) { c.predecessors[9] = 8; }},
      {"the source has none", bfs_rule::tree_has_no_cycle, false, [](claim& c) { c.predecessors[9] = -1; }},
      {"leads to one without", bfs_rule::tree_has_no_cycle, false, [](claim& c) { c.predecessors[0] = 13; }},
      {"another distance", bfs_rule::tree_levels_differ_by_one, true, [](claim& c) { ++c.distances[0]; }},
      {"reached, and is not", bfs_rule::tree_levels_differ_by_one, true, [](claim& c) { c.distances[12] = 3; }},
      {"a detour", bfs_rule::edges_span_one_level, false,
       [](claim& c) { c.predecessors[5] = 6, c.predecessors[2] = 0, c.predecessors[3] = 2; }},
      {"left out", bfs_rule::component_is_spanned, false, [](claim& c) { c.predecessors[2] = -1; }},
      {"no such edge", bfs_rule::tree_edges_exist, false, [](claim& c) { c.predecessors[4] = 5; }},
      {"no such vertex", bfs_rule::tree_edges_exist, false, [](claim& c) { c.predecessors[0] = 14; }},
      {"a negative vertex", bfs_rule::tree_edges_exist, false, [](claim& c) { c.predecessors[0] = -2; }},
  };
  for (const damage& one : damages) {
    claim c(g, 9);
    one.done(c);
    const rank_verdict verdict = judge(validator, c, one.distances);
    EXPECT_FALSE(verdict.valid) << one.name;
    EXPECT_EQ(verdict.worst.rule, one.rule) << one.name << ": " << verdict.message;
    EXPECT_NE(verdict.message, "") << one.name;
  }
}

// Every vertex of every process: without its predecessor, or with a predecessor that has no edge to it.
TEST(rank_validator, finds_each_single_fault) {
  const graph g = build(rmat(7, 6)).g;
  const rank_validator validator(ranks(), blocks_of(g), test::own_share(rmat(7, 6)), test::rank_control().threads);
  vertex_id source = 0;
  while (g.view().out.begin(source) == g.view().out.end(source)) ++source;
  const claim right(g, source);
  ASSERT_TRUE(judge(validator, right, true).valid);
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (right.distances[v] < 1) continue;
    claim c = right;
    c.predecessors[v] = -1;
    EXPECT_FALSE(judge(validator, c, false).valid) << v;
    for (vertex_id other = 0; other < g.num_vertices(); ++other) {
      const bool is_neighbour = std::find(g.view().out.begin(v), g.view().out.end(v), other) != g.view().out.end(v);
      if (other == v || (is_neighbour && right.distances[other] + 1 == right.distances[v])) continue;
      c.predecessors[v] = other;
      EXPECT_FALSE(judge(validator, c, false).valid) << other << " -> " << v;
      other += 16;
    }
  }
}

TEST(rank_validator, follows_directed_edges) {
  const edge_list list = test::edges_of(4, {{0, 1}, {1, 2}, {3, 0}}, true);
  const graph g = build(test::edges_of(4, {{0, 1}, {1, 2}, {3, 0}}, true)).g;
  const rank_validator validator(ranks(), blocks_of(g), test::own_share(list), 1);
  claim c(g, 0);
  rank_verdict verdict = judge(validator, c, true);
  EXPECT_TRUE(verdict.valid) << verdict.message;
  EXPECT_EQ(verdict.reached, 3u);
  c.predecessors[3] = 0;  // against the edge's direction
  verdict = judge(validator, c, false);
  EXPECT_EQ(verdict.worst.rule, bfs_rule::tree_edges_exist);
  EXPECT_EQ(verdict.worst.from, 0u);
  EXPECT_EQ(verdict.worst.to, 3u);
}

}  // namespace
}  // namespace fathom
