// Distributed core numbers: those of a serial reference on any grid.
#include "fathom/distributed/cores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "partitioned.hpp"
#include "reference/cores_by_hand.hpp"
#include "refusals.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

// A partitioned graph has no parallel edges.
graph merged(edge_list edges) {
  build_options options;
  options.parallel = parallel_edges::min;
  return build(std::move(edges), options).g;
}

void expect_core_numbers(const graph& g, const std::vector<vertex_id>& expected) {
  const vertex_id largest = expected.empty() ? 0 : *std::max_element(expected.begin(), expected.end());
  for (const auto& grid : test::all_grids()) {
    SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second);
    const rank_cores_result found = core_numbers(test::rank_graph_on(g, grid), {}, {.where = test::tested_device()});
    ASSERT_EQ(found.core_numbers.size(), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.core_numbers.begin()));
    EXPECT_EQ(found.degeneracy, largest);
    EXPECT_EQ(found.innermost, static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), largest)));
  }
}

class cores_on_ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(cores_on_ranks, are_those_of_one_process) {
  const graph g = merged(GetParam().edges());
  expect_core_numbers(g, test::cores_by_hand(g));
}

// Peeling takes an exchange for each two vertices of a path.
INSTANTIATE_TEST_SUITE_P(zoo, cores_on_ranks, testing::ValuesIn(test::zoo_without_the_long_path()), test::specimen_name());

TEST(rank_cores, peel_a_path_from_both_ends) {
  const graph g = build(path(401)).g;
  std::vector<vertex_id> ones(g.num_vertices(), 1);
  expect_core_numbers(g, ones);
}

TEST(rank_cores, agree_on_graphs_with_many_levels) {
  for (const bool directed : {false, true}) {
    const graph g = merged(directed ? test::as_directed(kron(7, 12)) : kron(7, 12));
    const std::vector<vertex_id> expected = test::cores_by_hand(g);
    expect_core_numbers(g, expected);
    std::vector<vertex_id> distinct(expected);
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const rank_cores_result found = core_numbers(test::rank_graph_on(g, {ranks().size(), 1}), {}, {.where = test::tested_device()});
    EXPECT_EQ(found.report.levels, distinct.size() - (distinct.front() == 0 ? 1 : 0));
  }
}

// A process follows its own part of a path before it exchanges.
TEST(rank_cores, take_few_exchanges_along_a_path) {
  const rank_graph parts(ranks(), build(path(5000)).g);
  const rank_cores_result found = core_numbers(parts);
  EXPECT_EQ(found.degeneracy, 1u);
  EXPECT_LE(found.exchanges, static_cast<std::uint64_t>(2 * ranks().size() + 2));
}

TEST(rank_cores, leave_each_rank_its_own_numbers_and_report_its_work) {
  const graph g = build(kron(8)).g;
  const std::vector<vertex_id> expected = test::cores_by_hand(g);
  const rank_graph parts(ranks(), g);
  const rank_cores_result found = core_numbers(parts, {.gather = false}, {.where = test::tested_device()});
  ASSERT_EQ(found.core_numbers.size(), parts.last_vertex() - parts.first_vertex());
  EXPECT_TRUE(std::equal(found.core_numbers.begin(), found.core_numbers.end(),
                         expected.begin() + static_cast<std::ptrdiff_t>(parts.first_vertex())));
  const rank_work all = sum(found.by_rank);
  EXPECT_EQ(all.vertices, parts.num_vertices());
  EXPECT_EQ(all.edges, parts.num_edges());
  EXPECT_EQ(all.bytes_sent > 0, ranks().size() > 1);
}

// Every wrong number is found, on every grid: too large, and too small.
TEST(rank_cores, are_validated) {
  for (const bool directed : {false, true}) {
    const graph g = merged(directed ? test::as_directed(kron(6, 6)) : kron(6, 6));
    const std::vector<vertex_id> expected = test::cores_by_hand(g);
    for (const auto& grid : test::all_grids()) {
      const rank_graph parts = test::rank_graph_on(g, grid);
      const auto verdict = [&](const std::vector<vertex_id>& all) {
        return validate_cores(parts, std::span(all).subspan(parts.first_vertex(), parts.last_vertex() - parts.first_vertex()));
      };
      EXPECT_TRUE(verdict(expected).valid);
      for (vertex_id v = 0; v < g.num_vertices(); v += 7) {
        std::vector<vertex_id> wrong(expected);
        ++wrong[v];
        EXPECT_EQ(verdict(wrong).valid, validate_cores(g, wrong).valid);
        EXPECT_EQ(verdict(wrong).violated, cores_rule::core_is_large_enough);
        EXPECT_EQ(verdict(wrong).vertex, v);
        if (expected[v] == 0) continue;
        wrong[v] -= 2;
        EXPECT_FALSE(verdict(wrong).valid);
        EXPECT_EQ(verdict(wrong).violated, validate_cores(g, wrong).violated);
        EXPECT_EQ(verdict(wrong).vertex, validate_cores(g, wrong).vertex);
      }
      EXPECT_EQ(verdict(std::vector<vertex_id>(expected.size(), 0)).violated, cores_rule::core_is_not_larger);
    }
  }
}

TEST(rank_cores, refuse_what_they_do_not_support) {
  const graph g = build(grid(6, 6)).g;
  const rank_graph parts(ranks(), g);
  const auto refused = [&](const rank_graph& of, const cores_options& options) {
    test::expect_error(error_category::usage, [&] { static_cast<void>(core_numbers(of, options)); });
  };
  refused(parts, {.keep_on_device = true});
  refused(parts, {.where = {device_kind::cuda, 0}});
  refused(parts, {.control = {{}, {}, 2}});
  test::expect_refused_places(ranks(), [&](const execution& exec) { static_cast<void>(core_numbers(parts, {}, exec)); });
  refused(test::rank_graph_on(g, {ranks().size(), 1}, 1), {});
  rank_graph_options with_loops;
  with_loops.loops = self_loops::keep;
  edge_list looped = test::edges_of(3, {{0, 1}, {1, 1}}, false);
  refused(rank_graph(ranks(), build(std::move(looped), {.loops = self_loops::keep, .where = {}, .control = {}}).g, with_loops), {});
  if (ranks().size() > 1) refused(parts, {.gather = ranks().rank() != 1});
  EXPECT_EQ(core_numbers(parts).degeneracy, 2u);  // and can continue
}

TEST(rank_cores, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), build(grid(20, 20)).g);
  test::expect_all_stop(ranks(), [&](execution exec) {
    exec.where = test::tested_device();
    static_cast<void>(core_numbers(parts, {}, exec));
  });
}

}  // namespace
}  // namespace fathom
