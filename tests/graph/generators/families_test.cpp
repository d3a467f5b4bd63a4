// Properties of each generator family: sizes, directions, and the exact edges of deterministic families.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "edges.hpp"
#include "fathom/generate.hpp"

namespace fathom {
namespace {

using test::edge_pairs;
using test::ends_at;
using test::pairs_of;
using test::sorted_pairs;

edge_pairs grid_by_hand(vertex_id width, vertex_id height) {
  edge_pairs pairs;
  for (vertex_id row = 0; row < height; ++row) {
    for (vertex_id column = 0; column < width; ++column) {
      const vertex_id v = row * width + column;
      if (column + 1 < width) pairs.emplace_back(v, v + 1);
      if (row + 1 < height) pairs.emplace_back(v, v + width);
    }
  }
  return pairs;
}

TEST(families, grid_connects_four_neighbors) {
  for (const auto& [width, height] : {std::pair<vertex_id, vertex_id>{1, 1}, {1, 7}, {7, 1}, {2, 2}, {5, 3}, {3, 5}, {64, 33}}) {
    const edge_list g = grid(width, height);
    EXPECT_EQ(g.num_vertices, width * height);
    EXPECT_FALSE(g.directed);
    EXPECT_EQ(sorted_pairs(g), grid_by_hand(width, height)) << width << "x" << height;
  }
}

TEST(families, grid_of_the_papers_has_the_edges_of_ecology1) {
  const edge_list g = grid(1000, 1000);
  EXPECT_EQ(g.num_vertices, 1'000'000u);
  EXPECT_EQ(g.size(), 1'998'000u);  // (4,996,000 matrix entries minus 1,000,000 on the diagonal) / 2
}

TEST(families, path_star_tree) {
  EXPECT_EQ(pairs_of(path(4)), (edge_pairs{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(pairs_of(star(4)), (edge_pairs{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(pairs_of(binary_tree(6)), (edge_pairs{{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}}));
  for (const auto family : {path, star, binary_tree}) {
    EXPECT_FALSE(family(2, {}).directed);
    EXPECT_EQ(family(1, {}).size(), 0u);
    EXPECT_EQ(family(1, {}).num_vertices, 1u);
    EXPECT_EQ(family(0, {}).num_vertices, 0u);
    EXPECT_EQ(family(0, {}).size(), 0u);
  }
}

TEST(families, complete_joins_every_pair_once) {
  for (const vertex_id n : {0u, 1u, 2u, 3u, 10u, 101u, 700u}) {
    edge_pairs all;
    for (vertex_id u = 0; u < n; ++u) {
      for (vertex_id v = u + 1; v < n; ++v) all.emplace_back(u, v);
    }
    EXPECT_EQ(pairs_of(complete(n)), all) << n;
  }
}

TEST(families, empty_grids) {
  EXPECT_EQ(grid(0, 5).num_vertices, 0u);
  EXPECT_EQ(grid(5, 0).size(), 0u);
}

TEST(families, recursive_matrices_have_the_announced_sizes) {
  for (const auto family : {kron, rmat}) {
    for (const int scale : {0, 1, 3, 4, 5, 8, 11}) {
      const edge_list g = family(scale, 7, rmat_probabilities{}, {});
      EXPECT_EQ(g.num_vertices, 1u << scale);
      EXPECT_EQ(g.size(), 7u << scale);
      EXPECT_FALSE(g.directed);
      for (const auto& [u, v] : pairs_of(g)) ASSERT_TRUE(u < g.num_vertices && v < g.num_vertices);
    }
  }
}

TEST(families, uniform_reaches_all_vertices_evenly) {
  const edge_list g = uniform(10, 64);
  EXPECT_EQ(g.size(), 64u << 10);
  EXPECT_FALSE(g.directed);
  const auto degree = ends_at(g);  // mean 128, standard deviation 11.3
  EXPECT_GT(*std::min_element(degree.begin(), degree.end()), 128 - 6 * 12);
  EXPECT_LT(*std::max_element(degree.begin(), degree.end()), 128 + 6 * 12);
}

TEST(families, fixed_out_degree_is_exact_and_directed) {
  const edge_list g = fixed_out_degree(1000, 9);
  EXPECT_TRUE(g.directed);
  ASSERT_EQ(g.size(), 9000u);
  std::vector<int> out(1000), in(1000);
  for (const auto& [u, v] : pairs_of(g)) ++out[u], ++in[v];
  for (const int d : out) EXPECT_EQ(d, 9);
  EXPECT_LT(*std::max_element(in.begin(), in.end()), 30);  // mean 9, standard deviation 3
  EXPECT_EQ(fixed_out_degree(0, 9).size(), 0u);
  EXPECT_EQ(fixed_out_degree(9, 0).size(), 0u);
}

TEST(families, small_world_without_rewiring_is_the_ring) {
  const edge_list g = small_world(7, 4, 0.0);
  edge_pairs ring;
  for (vertex_id v = 0; v < 7; ++v) {
    for (const vertex_id step : {1u, 2u}) ring.emplace_back(std::minmax(v, (v + step) % 7));
  }
  std::sort(ring.begin(), ring.end());
  EXPECT_EQ(sorted_pairs(g), ring);
  EXPECT_FALSE(g.directed);
}

TEST(families, small_world_rewires_the_requested_fraction_without_self_loops) {
  constexpr vertex_id n = 20000;
  int rewired = 0;
  for (const auto& [u, v] : pairs_of(small_world(n, 6, 0.25))) {
    ASSERT_NE(u, v);
    rewired += (v + n - u) % n > 3;
  }
  EXPECT_NEAR(rewired / (3.0 * n), 0.25, 0.01);
  for (const auto& [u, v] : pairs_of(small_world(3, 2, 1.0))) EXPECT_NE(u, v);
}

// The same points, connected by testing every pair in floating point: an independent computation of the degrees.
TEST(families, random_geometric_joins_exactly_the_near_pairs) {
  for (const int scale : {0, 1, 2, 5, 10}) {
    const std::uint64_t n = 1u << scale;
    const double radius = 0.55 * std::sqrt(std::log(static_cast<double>(n)) / static_cast<double>(n));
    std::vector<std::uint32_t> expected(n);
    std::vector<std::pair<double, double>> points;
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t bits = random_bits(generate_options{}.seed, i);
      const auto coordinate = [](std::uint64_t half) { return static_cast<double>(half & 0x7FFFFFFF) * 0x1p-31; };
      points.emplace_back(coordinate(bits), coordinate(bits >> 32));
    }
    for (std::uint64_t i = 0; i < n; ++i) {
      for (std::uint64_t j = 0; j < n; ++j) {
        expected[i] += i != j && std::hypot(points[i].first - points[j].first, points[i].second - points[j].second) < radius;
      }
    }
    const edge_list g = random_geometric(scale);
    std::vector<std::uint32_t> degree = ends_at(g);
    std::sort(degree.begin(), degree.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(degree, expected) << scale;
    EXPECT_FALSE(g.directed);
    const edge_pairs pairs = sorted_pairs(g);
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end()) << "a pair twice";
  }
}

TEST(families, random_geometric_ids_are_near_where_points_are_near) {
  const edge_list g = random_geometric(14);
  // Cells are numbered row by row; two rows of cells hold about 2 * sqrt(n * 0.3 * ln n) points.
  const double two_rows = 2 * std::sqrt(16384 * 0.3025 * std::log(16384.0));
  for (const auto& [u, v] : sorted_pairs(g)) ASSERT_LT(v - u, 2 * two_rows);
}

}  // namespace
}  // namespace fathom
