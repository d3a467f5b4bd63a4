// Distributed triangle counts: those of one process, and of a serial reference, on any grid.
#include "fathom/distributed/triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "partitioned.hpp"
#include "reference/triangles_by_hand.hpp"
#include "refusals.hpp"
#include "triangles/distributed/count.hpp"
#include "triangles/entry.hpp"

namespace fathom {
namespace {

using test::ranks;

template <class Left, class Right>
bool equal(const Left& left, const Right& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

void expect_same_counts(const rank_graph& parts, const graph& g, std::optional<triangle_directions> directions) {
  const triangles_result expected = count_triangles(g, {.directions = directions});
  const rank_triangles_result found = count_triangles(parts, {.directions = directions});
  EXPECT_TRUE(equal(found.triangles, expected.triangles));
  EXPECT_TRUE(equal(found.degrees, expected.degrees));
  EXPECT_TRUE(equal(found.mutual, expected.mutual));
  EXPECT_EQ(found.count, expected.count);
  EXPECT_EQ(found.wedges, expected.wedges);
  EXPECT_EQ(found.transitivity(), expected.transitivity());
  EXPECT_NEAR(found.average_clustering, expected.average_clustering(), 1e-12 * expected.average_clustering());
}

// Distinct neighbors in either direction.
std::vector<std::set<vertex_id>> neighbor_sets(const graph& g) {
  const std::vector<std::set<vertex_id>> targets = test::neighbours_by_hand(g);
  std::vector<std::set<vertex_id>> all = targets;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id v : targets[u]) all[v].insert(u);
  }
  return all;
}

void expect_triangles(const graph& g) {
  const std::vector<std::uint64_t> by_hand = test::triangles_by_hand(neighbor_sets(g));
  for (const auto& grid : test::all_grids()) {
    SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second);
    const rank_graph parts = test::rank_graph_on(g, grid);
    const rank_triangles_result found = count_triangles(parts, {.directions = triangle_directions::ignored});
    EXPECT_TRUE(equal(found.triangles, by_hand));
    expect_same_counts(parts, g, triangle_directions::ignored);
    expect_same_counts(parts, g, triangle_directions::counted);
  }
}

class triangles_on_ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(triangles_on_ranks, are_those_of_one_process) { expect_triangles(build(GetParam().edges()).g); }

INSTANTIATE_TEST_SUITE_P(zoo, triangles_on_ranks, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(rank_triangles, agree_on_dense_graphs) {
  expect_triangles(build(kron(8)).g);
  expect_triangles(build(test::as_directed(kron(7, 12))).g);
  expect_triangles(build(fixed_out_degree(80, 12)).g);
}

// Batches of every size give the same counts: one row each at the smallest.
TEST(rank_triangles, do_not_depend_on_batches) {
  const graph g = build(kron(8)).g;
  const triangles_result expected = count_triangles(g);
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = test::rank_graph_on(g, grid);
    ranks_engine::work_clock clock;
    const triangles_engine::rows_of_process rows =
        triangles_engine::orient_rows<triangles_engine::plain_entry>(parts.parts(), 1, clock);
    std::vector<std::uint64_t> mine(rows.size());
    std::uint64_t most_batches = 0;
    for (const std::uint64_t entries : {1, 1000, 1 << 20}) {
      const std::uint64_t batches = triangles_engine::count_over_processes<triangles_engine::plain_entry>(
          parts.parts(), rows, mine, parts.threads(), {}, clock, entries);
      EXPECT_TRUE(std::equal(mine.begin(), mine.end(), expected.triangles.begin() + parts.first_vertex()));
      most_batches = std::max(most_batches, batches);
      if (entries == 1 << 20) {
        EXPECT_EQ(batches, 1u);
      }
    }
    EXPECT_GT(most_batches, 20u);
  }
}

TEST(rank_triangles, leave_each_rank_its_own_counts_and_report_its_work) {
  const graph g = build(kron(8)).g;
  const triangles_result expected = count_triangles(g);
  const rank_graph parts(ranks(), g);
  const rank_triangles_result found = count_triangles(parts, {.gather = false});
  ASSERT_EQ(found.triangles.size(), parts.last_vertex() - parts.first_vertex());
  EXPECT_TRUE(std::equal(found.triangles.begin(), found.triangles.end(), expected.triangles.begin() + parts.first_vertex()));
  EXPECT_EQ(found.count, expected.count);
  EXPECT_EQ(sum(found.by_rank).vertices, parts.num_vertices());
  EXPECT_EQ(sum(found.by_rank).bytes_sent > 0, ranks().size() > 1);
}

TEST(rank_triangles, refuse_what_they_do_not_support) {
  const graph g = build(complete(12)).g;
  const rank_graph parts(ranks(), g);
  const auto refused = [&](const rank_graph& of, const triangles_options& options) {
    test::expect_error(error_category::usage, [&] { static_cast<void>(count_triangles(of, options)); });
  };
  refused(parts, {.where = {device_kind::cuda, 0}});
  refused(parts, {.control = {{}, {}, 2}});
  test::expect_refused_places_but_cpus(ranks(),
                                       [&](const execution& exec) { static_cast<void>(count_triangles(parts, {}, exec)); });
  refused(test::rank_graph_on(g, {ranks().size(), 1}, 1), {});
  rank_graph_options with_loops;
  with_loops.loops = self_loops::keep;
  edge_list looped = test::edges_of(3, {{0, 1}, {1, 1}}, false);
  refused(rank_graph(ranks(), build(std::move(looped), {.loops = self_loops::keep, .where = {}, .control = {}}).g, with_loops), {});
  refused(rank_graph(ranks(), build(fixed_out_degree(20, 3)).g), {});
  if (ranks().size() > 1) {
    refused(parts, {.gather = ranks().rank() != 1});
    if (ranks().rank() == 1)
      refused(parts, {.directions = triangle_directions::counted});
    else
      refused(parts, {});
  }
  EXPECT_EQ(count_triangles(parts).count, 220u);  // and can continue
}

TEST(rank_triangles, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), build(complete(20)).g);
  test::expect_all_stop(ranks(), [&](const execution& exec) { static_cast<void>(count_triangles(parts, {}, exec)); });
}

}  // namespace
}  // namespace fathom
