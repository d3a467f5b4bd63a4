// Triangles of graphs with rows of every length that the engines treat differently, on the tested device: hubs, cliques, long
// oriented rows. They are compared with closed formulas or with one CPU thread.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "fathom/triangles.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

graph undirected(vertex_id n, const edge_pairs& edges) { return build(edges_of(n, edges, false)).g; }

triangles_result counted(const graph& g) { return count_triangles(g, {{}, tested_device(), {}}); }

std::vector<std::uint64_t> listed(const array<std::uint64_t>& values) { return {values.begin(), values.end()}; }

void expect_as_on_one_thread(const graph& g) {
  triangles_options one_thread;
  one_thread.control.threads = 1;
  const triangles_result expected = count_triangles(g, one_thread), found = counted(g);
  EXPECT_EQ(found.count, expected.count);
  EXPECT_EQ(found.wedges, expected.wedges);
  EXPECT_EQ(listed(found.triangles), listed(expected.triangles));
  // Each of three takes a part of the rows of every length.
  const triangles_result shared = count_triangles(g, {}, {.devices = std::vector<device>(3, tested_device())});
  EXPECT_EQ(shared.count, expected.count);
  EXPECT_EQ(shared.wedges, expected.wedges);
  EXPECT_EQ(listed(shared.triangles), listed(expected.triangles));
}

// A complete bipartite graph whose right side is also a cycle. The oriented row of a left vertex is the whole right side, and that
// of a right vertex holds neighbors on the cycle.
void expect_cycle_beside(vertex_id size) {
  edge_pairs edges;
  for (vertex_id right = 0; right < size; ++right) {
    for (vertex_id left = 0; left < size; ++left) edges.emplace_back(left, size + right);
    edges.emplace_back(size + right, size + (right + 1) % size);
  }
  const triangles_result found = counted(undirected(2 * size, edges));
  EXPECT_EQ(found.count, std::uint64_t{size} * size);
  std::vector<std::uint64_t> expected(size, size);
  expected.resize(2 * std::size_t{size}, 2 * std::uint64_t{size});
  EXPECT_EQ(listed(found.triangles), expected);
}

TEST(oriented_rows, of_any_length_give_all_triangles) {
  for (const vertex_id size : {4, 31, 33, 64, 65, 130, 960, 961, 1100}) {
    SCOPED_TRACE(size);
    expect_cycle_beside(size);
  }
}

TEST(oriented_rows, longer_than_shared_memory_give_all_triangles) {
  if (tested_device().kind == device_kind::cpu) GTEST_SKIP() << "rows of a CPU engine are in no shared memory";
  expect_cycle_beside(4097);
}

TEST(adjacency_rows, of_cliques_stars_and_bipartite_graphs) {
  edge_pairs clique, bipartite, star;
  for (vertex_id u = 0; u < 200; ++u) {
    for (vertex_id v = 0; v < u; ++v) clique.emplace_back(u, v);
    for (vertex_id v = 0; v < 300; ++v) bipartite.emplace_back(u, 200 + v);
  }
  for (vertex_id v = 1; v < 70'000; ++v) star.emplace_back(0, v);
  const triangles_result found = counted(undirected(200, clique));
  EXPECT_EQ(found.count, 200u * 199 * 198 / 6);
  EXPECT_EQ(listed(found.triangles), std::vector<std::uint64_t>(200, 199u * 198 / 2));
  EXPECT_EQ(counted(undirected(500, bipartite)).count, 0u);
  EXPECT_EQ(counted(undirected(70'000, star)).count, 0u);
  EXPECT_EQ(counted(undirected(0, {})).count, 0u);
  EXPECT_EQ(listed(counted(undirected(1, {})).triangles), std::vector<std::uint64_t>(1, 0));
  EXPECT_EQ(listed(counted(undirected(2, {{0, 1}})).triangles), std::vector<std::uint64_t>(2, 0));
}

// Three hubs with 70,000 neighbors each: short oriented rows and long adjacency rows.
TEST(adjacency_rows, of_hubs_with_short_oriented_rows) {
  constexpr vertex_id leaves = 70'000;
  std::mt19937 random(1);
  edge_pairs edges{{leaves, leaves + 1}, {leaves + 1, leaves + 2}, {leaves, leaves + 2}};
  for (vertex_id leaf = 0; leaf < leaves; ++leaf) {
    for (vertex_id hub = 0; hub < 3; ++hub) edges.emplace_back(leaf, leaves + hub);
    for (int i = 0; i < 3; ++i) edges.emplace_back(leaf, static_cast<vertex_id>(random() % leaves));
  }
  expect_as_on_one_thread(undirected(leaves + 3, edges));
}

// A clique of hubs with some 9,500 neighbors each: long oriented rows and long adjacency rows.
TEST(adjacency_rows, of_hubs_with_long_oriented_rows) {
  constexpr vertex_id leaves = 30'000, hubs = 160;
  std::mt19937 random(2);
  edge_pairs edges;
  for (vertex_id u = 0; u < hubs; ++u) {
    for (vertex_id v = 0; v < u; ++v) edges.emplace_back(leaves + u, leaves + v);
  }
  for (vertex_id leaf = 0; leaf < leaves; ++leaf) {
    for (int i = 0; i < 60; ++i) edges.emplace_back(leaf, leaves + static_cast<vertex_id>(random() % hubs));
  }
  expect_as_on_one_thread(undirected(leaves + hubs, edges));
}

TEST(adjacency_rows, of_random_graphs) {
  for (const char* spec : {"kron:15:16", "rmat:14:30", "uniform:14:16", "rgg:14", "small-world:5000:20:0.1", "grid:100x100"}) {
    SCOPED_TRACE(spec);
    expect_as_on_one_thread(build(generate(spec)).g);
  }
}

}  // namespace
}  // namespace fathom::test
