// One search of any graph by all ranks: on each of them the result of a single process.
#include "fathom/rank_bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fathom/validate.hpp"
#include "partitioned.hpp"
#include "reference/queue_bfs.hpp"

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
  if (g.num_vertices() == 0) return;  // there is nothing to search from
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

TEST(rank_bfs, refuses_what_is_out_of_range) {
  const graph g = build(grid(3, 3)).g;
  rank_bfs searching(ranks(), g);
  EXPECT_THROW(static_cast<void>(searching.search(9)), error);
  EXPECT_THROW(rank_bfs(ranks(), g, {.depth_limit = -1}), error);
  EXPECT_THROW(rank_bfs(ranks(), g, {.grid_rows = ranks().size() + 1, .grid_columns = 1}), error);
  EXPECT_EQ(searching.search(8).report.depth, 4);  // and goes on
}

TEST(rank_bfs, refuses_other_options_on_other_ranks) {
  if (ranks().size() == 1) return;  // nobody to differ from
  const graph g = build(grid(3, 3)).g;
  EXPECT_THROW(rank_bfs(ranks(), g, {.depth_limit = ranks().rank() == 1 ? 3 : 2}), rank_error);
  const graph other = build(grid(3, ranks().rank() == 1 ? 4 : 3)).g;
  EXPECT_THROW(rank_bfs(ranks(), other), rank_error);
}

}  // namespace
}  // namespace fathom
