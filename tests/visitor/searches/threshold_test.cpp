// Choice of the threshold T from degree histograms.
#include <gtest/gtest.h>

#include "fathom/visitor/device_run.hpp"

namespace fathom::multi_search_engine {
namespace {

TEST(threshold, short_rows_are_work_of_threads) {
  degree_histogram lattice;
  lattice.vertices[2] = 100, lattice.edges[2] = 300;
  lattice.vertices[3] = 1'000'000, lattice.edges[3] = 4'000'000;
  EXPECT_GE(choose_threshold(lattice), 4u);
}

TEST(threshold, hubs_are_work_of_warps) {
  degree_histogram hubs;
  hubs.vertices[2] = 1'000'000, hubs.edges[2] = 2'500'000;
  hubs.vertices[14] = 10'000, hubs.edges[14] = 100'000'000;
  const edge_offset t = choose_threshold(hubs);
  EXPECT_GE(t, 3u);
  EXPECT_LT(t, 8192u);
}

// rgg:21, where both T = 16 and T = 32 are a quarter faster than no threshold.
TEST(threshold, rows_of_half_a_warp_and_more_are_work_of_warps) {
  degree_histogram geometric;
  geometric.vertices[3] = 60'000, geometric.edges[3] = 380'000;
  geometric.vertices[4] = 1'380'000, geometric.edges[4] = 16'600'000;
  geometric.vertices[5] = 657'000, geometric.edges[5] = 12'000'000;
  EXPECT_EQ(choose_threshold(geometric), 15u);
}

TEST(threshold, only_long_rows_are_work_of_warps) {
  degree_histogram dense;
  dense.vertices[10] = 1000, dense.edges[10] = 700'000;
  EXPECT_LT(choose_threshold(dense), 512u);
}

TEST(threshold, no_vertices_have_one) { EXPECT_EQ(choose_threshold({}), 0u); }

}  // namespace
}  // namespace fathom::multi_search_engine
