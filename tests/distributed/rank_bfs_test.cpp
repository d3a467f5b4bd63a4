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
  rank_bfs_options options;
  options.where = test::tested_device();
  options.control = test::rank_control();
  rank_bfs searching(ranks(), g, options);
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

TEST(rank_bfs, tells_what_levels_and_ranks_have_cost) {
  const rank_graph parts(ranks(), build(kron(10)).g);
  rank_bfs searching(parts);
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

TEST(rank_bfs, refuses_what_is_out_of_range) {
  const graph g = build(grid(3, 3)).g;
  rank_bfs searching(ranks(), g);
  EXPECT_THROW(static_cast<void>(searching.search(9)), error);
  EXPECT_THROW(rank_bfs(ranks(), g, {.depth_limit = -1}), error);
  EXPECT_THROW(rank_bfs(ranks(), g, {.grid_rows = ranks().size() + 1, .grid_columns = 1}), error);
  EXPECT_EQ(searching.search(8).report.depth, 4);  // and can be used again
}

TEST(rank_bfs, refuses_other_options_on_other_ranks) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const graph g = build(grid(3, 3)).g;
  EXPECT_THROW(rank_bfs(ranks(), g, {.depth_limit = ranks().rank() == 1 ? 3 : 2}), rank_error);
  const graph other = build(grid(3, ranks().rank() == 1 ? 4 : 3)).g;
  EXPECT_THROW(rank_bfs(ranks(), other), rank_error);
}

}  // namespace
}  // namespace fathom
