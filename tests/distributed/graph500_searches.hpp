// Small Graph500 benchmarks and comparison of their results.
#pragma once

#include <gtest/gtest.h>

#include "fathom/graph500.hpp"
#include "partitioned.hpp"
#include "tested_device.hpp"

namespace fathom::test {

/// Benchmark options for all processes on the tested device.
inline graph500_options small_benchmark() {
  graph500_options options;
  options.scale = 9;
  options.edge_factor = 5;
  options.roots = 6;
  options.ranks = &ranks();
  options.where = test::tested_device();
  options.control = test::rank_control();
  return options;
}

/// Expects equal results for the same graph and roots.
inline void expect_same_searches(const graph500_result& one, const graph500_result& other) {
  EXPECT_EQ(one.directed_edges, other.directed_edges);
  ASSERT_EQ(one.bfs.size(), other.bfs.size());
  ASSERT_FALSE(one.bfs.empty());
  for (std::size_t i = 0; i < one.bfs.size(); ++i) {
    EXPECT_EQ(one.bfs[i].root, other.bfs[i].root) << i;
    EXPECT_EQ(one.bfs[i].edges, other.bfs[i].edges) << i;
    EXPECT_EQ(one.bfs[i].reached, other.bfs[i].reached) << i;
    EXPECT_EQ(one.bfs[i].depth, other.bfs[i].depth) << i;
  }
}

}  // namespace fathom::test
