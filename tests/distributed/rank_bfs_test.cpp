// Distributed BFS of any graph: every process has the result of a single process.
#include "fathom/distributed/bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fathom/validate.hpp"
#include "partitioned.hpp"
#include "reference/queue_bfs.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

class rank_bfs_searches : public testing::TestWithParam<test::specimen> {};

TEST_P(rank_bfs_searches, have_the_result_of_one_process) {
  const graph g = build(test::edges_for_ranks(GetParam())).g;
  const rank_graph parts(ranks(), g, {.control = test::rank_control(), .where = test::tested_device()});
  rank_bfs searching(parts, {}, {.where = test::tested_device(), .control = test::rank_control()});
  if (g.num_vertices() == 0) return;  // there is no source
  for (const vertex_id source : {vertex_id{0}, g.num_vertices() - 1}) {
    const bfs_result result = searching.search(source);
    const std::vector<hop_count> expected = test::queue_bfs(g, source);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), result.distances.begin(), result.distances.end()));
    const bfs_validation verdict = validate_bfs(g, source, result.distances.view(), result.predecessors.view());
    EXPECT_TRUE(verdict.valid) << verdict.message;
    EXPECT_EQ(result.report.reached, verdict.reached);
    EXPECT_EQ(result.report.edges_traversed, verdict.edges_traversed);
    EXPECT_EQ(result.report.depth, *std::max_element(expected.begin(), expected.end()));
    EXPECT_EQ(result.predecessors[source], no_vertex);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, rank_bfs_searches, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(rank_bfs, reports_the_work_of_levels_and_processes) {
  const rank_graph parts(ranks(), build(kron(10)).g, {.control = test::rank_control(), .where = test::tested_device()});
  rank_bfs searching(parts, {.report_levels = true}, {.where = test::tested_device(), .control = test::rank_control()});
  EXPECT_TRUE(searching.last_levels().empty());
  std::uint64_t sent = 0;
  for (const vertex_id source : fathom::random_sources(parts, 3, 1)) {
    const bfs_result result = searching.search(source);
    const std::vector<rank_level_report> levels = searching.last_levels();
    ASSERT_EQ(levels.size(), result.report.levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      EXPECT_EQ(levels[i].frontier, result.report.levels[i].frontier);
      EXPECT_EQ(levels[i].inspected, result.report.levels[i].edges_inspected);
      EXPECT_GE(levels[i].imbalance, 1.0);
      sent += levels[i].bytes_sent;
      // CPUs send vertex sets and nothing else, as gaps or bitmaps. GPUs send large sets as gaps only.
      const std::uint64_t sets = levels[i].bytes_as_lists + levels[i].bytes_as_gaps + levels[i].bytes_as_bitmaps;
      if (test::tested_device().kind == device_kind::cpu) {
        EXPECT_EQ(levels[i].bytes_as_lists, 0u);
        EXPECT_EQ(sets, levels[i].bytes_sent);
      } else {
        EXPECT_EQ(levels[i].bytes_as_gaps, 0u);
        EXPECT_LE(sets, levels[i].bytes_sent);
      }
      EXPECT_EQ(encodings_of(levels[i]) == "none", sets == 0);
    }
  }
  const std::vector<rank_work> by_rank = searching.by_rank();
  ASSERT_EQ(by_rank.size(), static_cast<std::size_t>(ranks().size()));
  const rank_work all = sum(by_rank);
  EXPECT_EQ(all.vertices, parts.num_vertices());
  EXPECT_EQ(all.edges, parts.num_edges());
  EXPECT_GE(all.bytes_sent, sent);
  EXPECT_EQ(sent > 0, ranks().size() > 1);
}

TEST(rank_bfs, searches_once_in_one_call) {
  const graph g = build(grid(4, 5)).g;
  const rank_graph parts(ranks(), g);
  const bfs_result result = bfs(parts, 7, {.depth_limit = 3}, {.where = test::tested_device()});
  const std::vector<hop_count> expected = test::queue_bfs(g, 7, 3);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), result.distances.begin(), result.distances.end()));
}

TEST(rank_bfs, refuses_what_is_out_of_range) {
  const graph g = build(grid(3, 3)).g;
  const rank_graph parts(ranks(), g);
  rank_bfs searching(parts);
  EXPECT_THROW(static_cast<void>(searching.search(9)), error);
  EXPECT_THROW(rank_bfs(parts, {.depth_limit = -1}), error);
  EXPECT_THROW(rank_graph(ranks(), g, {.grid_rows = ranks().size() + 1, .grid_columns = 1}), error);
  EXPECT_EQ(searching.search(8).report.depth, 4);  // and can be used again
}

TEST(rank_bfs, refuses_other_options_on_other_ranks) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const rank_graph parts(ranks(), build(grid(3, 3)).g);
  const bool differs = ranks().rank() == 1;
  EXPECT_THROW(rank_bfs(parts, {.depth_limit = differs ? 3 : 2}), rank_error);
  EXPECT_THROW(rank_bfs(parts, {.root = differs ? root_parent::self : root_parent::none}), rank_error);
  EXPECT_THROW(rank_bfs(parts, {}, {.transport = differs ? rank_transport::host : rank_transport::automatic}), rank_error);
  EXPECT_THROW(rank_graph(ranks(), build(grid(3, differs ? 4 : 3)).g), rank_error);
}

}  // namespace
}  // namespace fathom
