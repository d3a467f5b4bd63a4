// Each rule, violated on purpose on several graphs, is named together with an edge that violates it.
#include <gtest/gtest.h>

#include <algorithm>

#include "claims.hpp"

namespace fathom {
namespace {

using test::claim;

class violations : public testing::TestWithParam<test::specimen> {
 protected:
  violations() : c_(test::right_claim(g_, g_.properties().max_out_degree_vertex)) {}

  // A reached vertex at `level` or below that `wanted` accepts.
  template <class Wanted>
  vertex_id find(hop_count level, Wanted wanted) const {
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (c_.distances[v] >= level && wanted(v)) return v;
    }
    return no_vertex;
  }
  vertex_id find(hop_count level) const {
    return find(level, [](vertex_id) { return true; });
  }
  bool is_leaf(vertex_id v) const { return std::count(c_.predecessors.begin(), c_.predecessors.end(), v) == 0; }

  bfs_validation expect(bfs_rule rule) const { return expect(c_, rule); }
  static bfs_validation expect(const claim& c, bfs_rule rule) {
    const bfs_validation v = c.validated();
    EXPECT_FALSE(v.valid);
    EXPECT_EQ(v.violated, rule) << v.message;
    EXPECT_EQ(v.message.rfind("rule " + std::to_string(static_cast<int>(rule)) + " (", 0), 0u) << v.message;
    for (const int threads : {2, 5}) {
      validate_options options;
      options.control.threads = threads;
      EXPECT_EQ(c.validated(options).message, v.message);
    }
    return v;
  }
  void expect_at(bfs_rule rule, vertex_id from, vertex_id to) const {
    const bfs_validation v = expect(rule);
    EXPECT_EQ(v.from, from) << v.message;
    EXPECT_EQ(v.to, to) << v.message;
  }

  const graph g_ = test::graph_of(GetParam());
  claim c_;
};

TEST_P(violations, rule_1_a_cycle) {
  const vertex_id v = find(2);
  if (v == no_vertex) return;  // nothing below level 1
  const vertex_id p = c_.predecessors[v];
  c_.predecessors[p] = v;
  expect_at(bfs_rule::tree_has_no_cycle, p < v ? v : p, std::min(p, v));
  c_.distances.clear();
  expect_at(bfs_rule::tree_has_no_cycle, p < v ? v : p, std::min(p, v));
}

TEST_P(violations, rule_1_its_own_predecessor) {
  const vertex_id v = find(1);
  c_.predecessors[v] = v;
  expect_at(bfs_rule::tree_has_no_cycle, v, v);
  c_.distances.clear();
  expect_at(bfs_rule::tree_has_no_cycle, v, v);
}

TEST_P(violations, rule_1_dead_ends) {
  const vertex_id v = find(1);
  for (const vertex_id p : {g_.num_vertices(), no_vertex - 1}) {
    c_.predecessors[v] = p;
    expect_at(bfs_rule::tree_has_no_cycle, p, v);
  }
  c_.predecessors[v] = no_vertex;
  expect_at(bfs_rule::tree_has_no_cycle, no_vertex, v);
}

TEST_P(violations, rule_1_the_source_has_a_predecessor) {
  const vertex_id v = find(1);
  c_.predecessors[c_.source] = v;
  expect_at(bfs_rule::tree_has_no_cycle, v, c_.source);
  c_.distances.clear();
  expect_at(bfs_rule::tree_has_no_cycle, v, c_.source);
}

TEST_P(violations, rule_2_a_leaf_too_deep) {
  const vertex_id v = find(1, [&](vertex_id u) { return is_leaf(u); });
  ++c_.distances[v];
  expect_at(bfs_rule::tree_levels_differ_by_one, c_.predecessors[v], v);
  // Without predecessors, another vertex may pass as its predecessor; then the edge from the true one spans too many levels.
  c_.predecessors.clear();
  const bfs_rule alone = c_.validated().violated;
  EXPECT_TRUE(alone == bfs_rule::tree_levels_differ_by_one || alone == bfs_rule::edges_span_one_level);
}

TEST_P(violations, rule_2_values_that_are_not_distances) {
  const vertex_id v = find(1, [&](vertex_id u) { return is_leaf(u); });
  for (const hop_count value : {-2, -7, 0, std::numeric_limits<hop_count>::min(), std::numeric_limits<hop_count>::max()}) {
    c_.distances[v] = value;
    expect_at(bfs_rule::tree_levels_differ_by_one, c_.predecessors[v], v);
    claim alone = c_;
    alone.predecessors.clear();
    expect(alone, bfs_rule::tree_levels_differ_by_one);
  }
}

TEST_P(violations, rule_2_the_source_not_at_zero) {
  c_.distances[c_.source] = 1;
  expect(bfs_rule::tree_levels_differ_by_one);
  c_.predecessors.clear();
  expect(bfs_rule::tree_levels_differ_by_one);
}

TEST_P(violations, rule_3_a_depth_first_tree) {
  c_ = test::depth_first_claim(g_, c_.source);
  if (c_.distances == test::queue_bfs(g_, c_.source)) return;  // depth first is breadth first here
  // The violation to report by definition: the smallest target, then the smallest source.
  std::pair<vertex_id, vertex_id> first{no_vertex, no_vertex};
  for (vertex_id u = 0; u < g_.num_vertices(); ++u) {
    for (const vertex_id* v = g_.view().out.begin(u); v != g_.view().out.end(u); ++v) {
      if (c_.distances[u] != unreachable && c_.distances[*v] > c_.distances[u] + 1) first = std::min(first, {*v, u});
    }
  }
  expect_at(bfs_rule::edges_span_one_level, first.second, first.first);
  const std::string said =
      "distances " + std::to_string(c_.distances[first.second]) + " and " + std::to_string(c_.distances[first.first]);
  EXPECT_NE(c_.validated().message.find(said), std::string::npos) << c_.validated().message;
  claim predecessors_alone = c_;
  predecessors_alone.distances.clear();
  expect(predecessors_alone, bfs_rule::edges_span_one_level);
  claim distances_alone = c_;
  distances_alone.predecessors.clear();
  EXPECT_EQ(distances_alone.validated().violated, bfs_rule::edges_span_one_level);
}

TEST_P(violations, rule_4_a_leaf_is_missing) {
  const vertex_id v = find(1, [&](vertex_id u) { return is_leaf(u); });
  c_.distances[v] = unreachable;
  c_.predecessors[v] = no_vertex;
  const bfs_validation found = expect(bfs_rule::component_is_spanned);
  EXPECT_EQ(found.to, v);
  EXPECT_TRUE(c_.has_edge(found.from, v)) << found.message;
  c_.distances.clear();
  EXPECT_EQ(expect(bfs_rule::component_is_spanned).message, found.message);
}

TEST_P(violations, rule_4_a_leaf_beyond_the_limit) {
  const hop_count deepest = *std::max_element(c_.distances.begin(), c_.distances.end());
  validate_options options;
  options.depth_limit = deepest - 1;
  const bfs_validation v = c_.validated(options);
  EXPECT_EQ(v.violated, bfs_rule::component_is_spanned) << v.message;
  EXPECT_EQ(c_.distances[v.to], deepest);
}

TEST_P(violations, rule_4_all_but_the_source_is_missing) {
  std::fill(c_.distances.begin(), c_.distances.end(), unreachable);
  std::fill(c_.predecessors.begin(), c_.predecessors.end(), no_vertex);
  expect_at(bfs_rule::component_is_spanned, no_vertex, c_.source);
  c_.distances[c_.source] = 0;
  const bfs_validation found = expect(bfs_rule::component_is_spanned);
  EXPECT_EQ(found.from, c_.source);
  EXPECT_TRUE(c_.has_edge(found.from, found.to));
}

TEST_P(violations, rule_4_arrays_that_disagree) {
  const vertex_id v = find(1, [&](vertex_id u) { return is_leaf(u); });
  c_.distances[v] = unreachable;
  const bfs_validation found = expect(bfs_rule::component_is_spanned);
  EXPECT_EQ(found.to, v);
}

TEST_P(violations, rule_5_a_predecessor_without_the_edge) {
  vertex_id p = no_vertex;
  const vertex_id v = find(2, [&](vertex_id to) {
    for (p = 0; p < g_.num_vertices(); ++p) {
      if (c_.distances[p] + 1 == c_.distances[to] && !c_.has_edge(p, to)) return true;
    }
    return false;
  });
  if (v == no_vertex) return;  // each vertex has edges from all of the level before it
  c_.predecessors[v] = p;
  expect_at(bfs_rule::tree_edges_exist, p, v);
  c_.distances.clear();
  expect_at(bfs_rule::tree_edges_exist, p, v);
}

// The long path would be searched once per vertex, which takes too long.
std::vector<test::specimen> graphs_with_edges() {
  return test::zoo_where([](const edge_list& edges) {
    return edges.num_vertices < test::long_path_vertices &&
           !std::equal(edges.sources.begin(), edges.sources.end(), edges.targets.begin());
  });
}

INSTANTIATE_TEST_SUITE_P(zoo, violations, testing::ValuesIn(graphs_with_edges()), test::specimen_name());

TEST(violations, a_second_root_in_another_component) {
  const validate_options options = test::on_tested_device();
  const graph g = build(test::edges_of(5, {{0, 1}, {2, 3}, {3, 4}}, false)).g;
  const bfs_validation distances_alone = validate_bfs(g, 0, std::vector<hop_count>{0, 1, 1, 2, 3}, {}, options);
  EXPECT_EQ(distances_alone.violated, bfs_rule::tree_levels_differ_by_one);
  EXPECT_EQ(distances_alone.to, 2u);
  const bfs_validation joined =
      validate_bfs(g, 0, std::vector<hop_count>{0, 1, 1, 2, 3}, std::vector<vertex_id>{no_vertex, 0, 0, 2, 3}, options);
  EXPECT_EQ(joined.violated, bfs_rule::tree_edges_exist);
  EXPECT_EQ(joined.message, "rule 5 (tree edges exist): edge 0 -> 2: the graph has no such edge");
}

TEST(violations, an_edge_against_its_direction_is_none) {
  const validate_options options = test::on_tested_device();
  const graph g = build(test::edges_of(3, {{0, 1}, {2, 1}, {1, 2}, {2, 0}}, true)).g;
  EXPECT_TRUE(validate_bfs(g, 0, std::vector<hop_count>{0, 1, 2}, std::vector<vertex_id>{0, 0, 1}, options).valid);
  const bfs_validation v = validate_bfs(g, 0, std::vector<hop_count>{0, 1, 1}, std::vector<vertex_id>{0, 0, 0}, options);
  EXPECT_EQ(v.violated, bfs_rule::tree_edges_exist);
  EXPECT_EQ(v.to, 2u);
}

}  // namespace
}  // namespace fathom
