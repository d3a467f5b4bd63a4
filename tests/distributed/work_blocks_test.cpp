// Blocks of vertices with equal work for every process, even if the vertices with most edges come first.
#include "graph/partition/work_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "hubs_first.hpp"
#include "partitioned.hpp"

namespace fathom {
namespace {

using test::ranks;

TEST(vertex_blocks, know_their_owners) {
  for (const std::uint64_t n : {0, 1, 5, 64, 1000, 100000}) {
    for (const int parts : {1, 3, 7, 64}) {
      const vertex_blocks blocks(n, parts);
      std::uint64_t next = 0;
      for (int r = 0; r < parts; ++r) {
        EXPECT_EQ(blocks.block(r).first, next);
        EXPECT_LE(blocks.block(r).last - next, n / static_cast<std::uint64_t>(parts) + 1);
        for (; next < blocks.block(r).last; ++next) ASSERT_EQ(blocks.owner(next), r);
      }
      EXPECT_EQ(next, n);
    }
  }
}

TEST(vertex_blocks, have_any_sizes) {
  const std::vector<std::uint64_t> all_bounds[] = {{0, 0, 10},
                                                   {0, 10, 10},
                                                   {0, 3, 3, 3, 7, 100000, 100000},
                                                   {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1 << 20},
                                                   {0, 1 << 20, (1 << 20) + 1, (1 << 20) + 2, 2 << 20}};
  for (const std::vector<std::uint64_t>& bounds : all_bounds) {
    const vertex_blocks blocks(bounds);
    ASSERT_EQ(blocks.num_vertices(), bounds.back());
    ASSERT_EQ(blocks.size() + 1, static_cast<int>(bounds.size()));
    std::size_t wrong = 0;
    for (int r = 0; r < blocks.size(); ++r) {
      for (std::uint64_t v = blocks.block(r).first; v < blocks.block(r).last; ++v) wrong += blocks.owner(v) != r;
    }
    EXPECT_EQ(wrong, 0u);
  }
}

struct load {
  std::uint64_t vertices, edges;
};

// Load of each process.
std::vector<load> loads_of(const partitioned_graph& g) {
  const load mine{g.own_block().last - g.own_block().first, g.in.ends.size()};
  return test::gathered(std::span(&mine, 1));
}

double largest_by_mean(const std::vector<load>& loads, std::uint64_t load::*what) {
  std::uint64_t most = 0, all = 0;
  for (const load& one : loads) most = std::max(most, one.*what), all += one.*what;
  return static_cast<double>(most) * static_cast<double>(loads.size()) / static_cast<double>(all);
}

// Directed edges and vertices are half of the work each.
double heaviest_by_mean(const std::vector<load>& loads) {
  double vertices = 0, edges = 0, most = 0;
  for (const load& one : loads) vertices += static_cast<double>(one.vertices), edges += static_cast<double>(one.edges);
  for (const load& one : loads) {
    most = std::max(most, static_cast<double>(one.vertices) / vertices + static_cast<double>(one.edges) / edges);
  }
  return most * static_cast<double>(loads.size()) / 2;
}

TEST(work_blocks, are_as_much_work_for_all) {
  // The first 64 vertices have half of all edge endpoints: equal blocks would give rank 0 of 2, 3, 4 processes 1.5, 2, 2.5 times
  // the mean.
  const std::vector<load> loads =
      loads_of(test::partitioned(test::own_share(test::hubs_first(20000, 64, 8, false)), {ranks().size(), 1}));
  EXPECT_LT(heaviest_by_mean(loads), 1.03);
  EXPECT_LT(largest_by_mean(loads, &load::edges), ranks().size() == 2 ? 1.36 : 2.05);
  EXPECT_LT(largest_by_mean(loads, &load::vertices), 1.7);
}

TEST(work_blocks, count_a_directed_graphs_edges_where_they_are_held) {
  // All edges lead to the first 64 vertices: equal blocks would give rank 0 all of them.
  const edge_slice share = test::own_share(test::hubs_first(20000, 64, 8, true));
  const std::vector<load> loads = loads_of(test::partitioned(share, {ranks().size(), 1}));
  EXPECT_LT(heaviest_by_mean(loads), 1.06);
  EXPECT_LT(largest_by_mean(loads, &load::edges), 2.1);
  EXPECT_LT(largest_by_mean(loads, &load::vertices), 2.01);
}

// A vertex cannot be split: its process has nothing else, and the others divide the rest.
TEST(work_blocks, keep_other_vertices_from_a_giant) {
  const std::vector<load> loads = loads_of(test::partitioned(test::own_share(star(10001)), {ranks().size(), 1}));
  if (ranks().size() < 4) return;  // with fewer processes, a third of the work is more than the hub
  EXPECT_EQ(loads[0].edges, 10000u);
  EXPECT_LE(loads[0].vertices, 2000u);
  const std::vector<load> others(loads.begin() + 1, loads.end());
  EXPECT_LT(largest_by_mean(others, &load::edges), 1.1);
}

TEST(work_blocks, divide_equal_vertices_evenly) {
  const std::vector<load> loads = loads_of(test::partitioned(test::own_share(grid(100, 100)), {ranks().size(), 1}));
  EXPECT_LT(largest_by_mean(loads, &load::vertices), 1.03);
}

// Enough vertices that blocks of twice the average size would have too many ids; only the first rows of edges exist.
TEST(work_blocks, have_no_more_vertices_than_ids) {
  const auto size = static_cast<std::uint64_t>(ranks().size());
  edge_slice share;
  share.num_vertices = 0xB0000000u;
  share.num_edges = 1000 * size;
  share.edges = array<packed_edge>(1000);
  for (std::uint64_t i = 0; i < share.size(); ++i) share.edges[i] = packed_edge(i, (i + 1) % 1000);
  for (const auto& shape : test::all_grids()) {
    const vertex_blocks blocks = divide_work(ranks(), make_grid(ranks(), shape.first, shape.second), share, no_delegates, 1).blocks;
    std::uint64_t most = 0;
    for (int r = 0; r < ranks().size(); ++r) most = std::max(most, blocks.block(r).last - blocks.block(r).first);
    EXPECT_LE(most, 2 * (share.num_vertices / size + 1));
    EXPECT_LT((most + 63) / 64 * 64 * static_cast<std::uint64_t>(std::max(shape.first, shape.second)), std::uint64_t{1} << 32);
    EXPECT_EQ(blocks.num_vertices(), share.num_vertices);
    EXPECT_EQ(blocks.size(), ranks().size());
  }
}

// Some processes have no vertices at all.
TEST(work_blocks, are_of_fewer_vertices_than_ranks) {
  for (const std::uint64_t n : {0, 1, 2, 3}) {
    edge_slice share;
    share.num_vertices = n;
    const vertex_blocks blocks = divide_work(ranks(), make_grid(ranks(), 0, 0), share, no_delegates, 1).blocks;
    EXPECT_EQ(blocks.num_vertices(), n);
    EXPECT_EQ(blocks.size(), ranks().size());
  }
}

}  // namespace
}  // namespace fathom
