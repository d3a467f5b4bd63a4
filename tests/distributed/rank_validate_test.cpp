// Public validator of distributed results: correct results pass, and damage on one process is reported on all.
#include "fathom/distributed/validate.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/io.hpp"
#include "partitioned.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::ranks;

/// The ring 1 - 3 - 5 - 6 - 4 - 2 with a self-loop and a duplicate edge; 3 and 4 are opposite, 7 is another component.
edge_list ring_of_six() { return test::edges_of(8, {{1, 3}, {3, 5}, {5, 6}, {6, 4}, {4, 2}, {2, 1}, {1, 1}, {1, 3}}, false); }

struct searched {
  rank_graph g;
  rank_bfs_validator validator;
  bfs_result result;  ///< of the process's own vertices

  searched(edge_slice share, std::pair<int, int> grid, vertex_id source, graph names = {})
      : g(ranks(), share, {grid.first, grid.second, false, test::rank_control()}),
        validator(g, share, std::move(names)),
        result(rank_bfs(g, {.gather = false}, {.control = test::rank_control()}).search(source)) {}

  [[nodiscard]] bfs_validation check(vertex_id source) const {
    return validator.check(source, result.distances.view(), result.predecessors.view());
  }
  [[nodiscard]] bool owns(vertex_id v) const { return v >= g.first_vertex() && v < g.last_vertex(); }
};

class rank_bfs_validation : public testing::TestWithParam<test::specimen> {};

TEST_P(rank_bfs_validation, passes_what_searches_find) {
  const edge_list edges = test::edges_for_ranks(GetParam());
  const auto last = static_cast<vertex_id>(edges.num_vertices - 1);
  if (edges.num_vertices == 0) return;
  for (const auto& grid : test::all_grids()) {
    const searched one(test::own_share(edges), grid, last);
    const bfs_validation verdict = one.check(last);
    EXPECT_TRUE(verdict.valid) << verdict.message;
    EXPECT_EQ(verdict.reached, one.result.report.reached);
    EXPECT_EQ(verdict.violated, bfs_rule::none);
    const bfs_validation by_distances = one.validator.check_distances(last, one.result.distances.view());
    EXPECT_TRUE(by_distances.valid) << by_distances.message;
    EXPECT_EQ(by_distances.reached, verdict.reached);
    EXPECT_EQ(by_distances.edges_traversed, verdict.edges_traversed);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, rank_bfs_validation, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(rank_bfs_validator, refuses_on_all_processes_what_is_wrong_on_one) {
  struct damage {
    vertex_id at;
    std::function<void(hop_count&, vertex_id&)> done;
    bfs_rule rule;
    const char* message;
  };
  const damage damages[] = {
      {6, [](hop_count&, vertex_id& p) { p = 6; }, bfs_rule::tree_has_no_cycle, "rule 1 (predecessors lead to the source): 6 -> 6"},
      {6, [](hop_count& d, vertex_id&) { ++d; }, bfs_rule::tree_levels_differ_by_one, "rule 2 ("},
      {7, [](hop_count& d, vertex_id& p) { d = 1, p = 1; }, bfs_rule::tree_edges_exist, ": 1 -> 7"},
      {6, [](hop_count& d, vertex_id& p) { d = unreachable, p = no_vertex; }, bfs_rule::component_is_spanned, " -> 6"},
      {4, [](hop_count&, vertex_id& p) { p = 3; }, bfs_rule::tree_edges_exist, "rule 5 (tree edges exist): 3 -> 4"},
  };
  for (const damage& one : damages) {
    searched s(test::own_share(ring_of_six()), test::all_grids().front(), 1);
    ASSERT_TRUE(s.check(1).valid);
    if (s.owns(one.at)) {
      const std::uint64_t i = one.at - s.g.first_vertex();
      one.done(s.result.distances[i], s.result.predecessors[i]);
    }
    const bfs_validation verdict = s.check(1);
    EXPECT_FALSE(verdict.valid);
    EXPECT_EQ(verdict.violated, one.rule) << verdict.message;
    EXPECT_NE(verdict.message.find(one.message), std::string::npos) << verdict.message;
  }
}

TEST(rank_bfs_validator, refuses_distances_that_are_wrong_on_one_process) {
  struct damage {
    vertex_id at;
    hop_count distance;
    bfs_rule rule;
    const char* message;
  };
  const damage damages[] = {
      {1, 1, bfs_rule::tree_levels_differ_by_one, ": vertex 1"},
      {1, unreachable, bfs_rule::tree_levels_differ_by_one, ": vertex 2"},
      {4, 1, bfs_rule::tree_levels_differ_by_one, ": vertex 4"},
      {5, 0, bfs_rule::tree_levels_differ_by_one, ": vertex 5"},
      {6, 4, bfs_rule::tree_levels_differ_by_one, ": vertex 6"},
      {6, -2, bfs_rule::tree_levels_differ_by_one, ": vertex 6"},
      {7, 1, bfs_rule::tree_levels_differ_by_one, ": vertex 7"},
      {6, unreachable, bfs_rule::component_is_spanned, ": 4 -> 6"},
  };
  searched s(test::own_share(ring_of_six()), test::all_grids().front(), 1);
  for (const damage& one : damages) {
    const hop_count right = s.owns(one.at) ? s.result.distances[one.at - s.g.first_vertex()] : 0;
    if (s.owns(one.at)) s.result.distances[one.at - s.g.first_vertex()] = one.distance;
    const bfs_validation verdict = s.validator.check_distances(1, s.result.distances.view());
    EXPECT_FALSE(verdict.valid);
    EXPECT_EQ(verdict.violated, one.rule) << verdict.message;
    EXPECT_NE(verdict.message.find(one.message), std::string::npos) << verdict.message;
    if (s.owns(one.at)) s.result.distances[one.at - s.g.first_vertex()] = right;
  }
  EXPECT_TRUE(s.validator.check_distances(1, s.result.distances.view(), 3).valid);
  EXPECT_EQ(s.validator.check_distances(1, s.result.distances.view(), 2).violated, bfs_rule::component_is_spanned);
}

TEST(rank_bfs_validator, takes_the_depth_limit_into_account) {
  const edge_slice share = test::own_share(ring_of_six());
  const rank_graph g(ranks(), share, {0, 0, false, test::rank_control()});
  const rank_bfs_validator validator(g, share);
  const bfs_result result = rank_bfs(g, {.depth_limit = 1, .gather = false}, {.control = test::rank_control()}).search(1);
  EXPECT_TRUE(validator.check(1, result.distances.view(), result.predecessors.view(), 1).valid);
  EXPECT_EQ(validator.check(1, result.distances.view(), result.predecessors.view(), 2).violated, bfs_rule::component_is_spanned);
}

TEST(rank_bfs_validator, validates_by_the_kept_edge_slice) {
  const rank_graph_options keeping{.control = test::rank_control(), .keep_share = true};
  const rank_read_result made = generate_rank_graph(ranks(), "kron:9:8", {.control = test::rank_control()}, keeping);
  ASSERT_TRUE(made.share);
  const rank_bfs_validator validator(made.g, *made.share, made.vertices);
  const vertex_id source = fathom::random_sources(made.g, 1, 3).front();
  const bfs_result result = rank_bfs(made.g, {.gather = false}, {.control = test::rank_control()}).search(source);
  const bfs_validation verdict = validator.check(source, result.distances.view(), result.predecessors.view());
  EXPECT_TRUE(verdict.valid) << verdict.message;
  EXPECT_FALSE(
      generate_rank_graph(ranks(), "kron:9:8", {.control = test::rank_control()}, {.control = test::rank_control()}).share);
}

TEST(rank_bfs_validator, refuses_what_is_not_a_result) {
  const searched s(test::own_share(ring_of_six()), test::all_grids().front(), 1);
  EXPECT_THROW(static_cast<void>(s.check(8)), error);
  EXPECT_THROW(static_cast<void>(s.validator.check(1, {}, s.result.predecessors.view())), error);
  EXPECT_TRUE(s.check(1).valid);  // and can continue
}

}  // namespace
}  // namespace fathom
