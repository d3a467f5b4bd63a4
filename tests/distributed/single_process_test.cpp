// Single-process communicator, and a library built without MPI.
#include <gtest/gtest.h>

#include <vector>

#include "comm/agreement.hpp"
#include "expected_error.hpp"
#include "multi_bfs/joined.hpp"

namespace fathom {
namespace {

TEST(single_process, one_rank_agrees_with_itself) {
  const auto one = single_process_communicator();
  EXPECT_EQ(one->rank(), 0);
  EXPECT_EQ(one->size(), 1);
  EXPECT_EQ(one->ranks_on_host(), 1);
  std::vector<std::int32_t> values{3, -1};
  one->all_reduce(reduction::sum, values);
  EXPECT_EQ(values, (std::vector<std::int32_t>{3, -1}));
  EXPECT_EQ(one->all_gather({}).size(), 1u);
  EXPECT_EQ(one->fetch_add(5), 0u);
  EXPECT_EQ(one->fetch_add(1), 5u);
  for (const std::uint64_t size : {3u, 2u}) {
    shared_queue queue(*one, size);
    std::uint64_t item = 0, count = 0;
    while (queue.next(item)) EXPECT_EQ(item, count++);
    EXPECT_EQ(count, size);
  }
}

TEST(single_process, multi_source_bfs_is_as_without_ranks) {
  const graph g = build(kron(8)).g;
  const auto one = single_process_communicator();
  const std::vector<vertex_id> sources = test::spread_sources(g, 70);
  multi_bfs_options options;
  options.width = 64;
  const multi_bfs_result without = multi_bfs(g, sources, options);
  const multi_bfs_result with = multi_bfs(g, sources, options, {.ranks = one.get()});
  EXPECT_TRUE(std::equal(with.distances.begin(), with.distances.end(), without.distances.begin(), without.distances.end()));
  EXPECT_EQ(with.report.ranks, 1);
  EXPECT_EQ(with.report.groups.size(), without.report.groups.size());
}

TEST(without_mpi, the_error_says_what_to_do) {
  if (has_mpi()) GTEST_SKIP() << "this build has MPI";
  test::expect_error(error_category::device, "-DFATHOM_MPI=ON", [&] { static_cast<void>(mpi_communicator()); });
}

}  // namespace
}  // namespace fathom
