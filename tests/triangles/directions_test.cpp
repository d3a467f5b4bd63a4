// Triangles of directed graphs on the tested device, with and without directions, against definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/triangles.hpp"
#include "reference/triangles_by_hand.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

triangles_result counted(const graph& g, std::optional<triangle_directions> directions) {
  return count_triangles(g, {directions, tested_device(), {}});
}

using target_sets = std::vector<std::set<vertex_id>>;

// Edges between two vertices: 0, 1 or 2.
std::uint64_t edges_between(const target_sets& targets, vertex_id u, vertex_id v) {
  return std::uint64_t{targets[u].contains(v)} + std::uint64_t{targets[v].contains(u)};
}

void expect_directed_triangles(const graph& g) {
  const target_sets targets = neighbours_by_hand(g);
  target_sets neighbours = targets;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id v : targets[u]) neighbours[v].insert(u);
  }
  const triangles_result found = counted(g, triangle_directions::counted);
  std::uint64_t sum = 0, wedges = 0;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    std::uint64_t triangles = 0, degree = 0, mutual = 0;
    for (const vertex_id u : neighbours[v]) {
      const std::uint64_t here = edges_between(targets, u, v);
      degree += here, mutual += here == 2;
      for (const vertex_id w : neighbours[u]) {
        if (w > u && neighbours[v].contains(w)) triangles += here * edges_between(targets, u, w) * edges_between(targets, v, w);
      }
    }
    const std::uint64_t possible = degree == 0 ? 0 : degree * (degree - 1) - 2 * mutual;
    ASSERT_EQ(found.triangles[v], triangles) << "vertex " << v;
    ASSERT_EQ(found.degrees[v], degree) << "vertex " << v;
    ASSERT_EQ(found.mutual[v], mutual) << "vertex " << v;
    EXPECT_DOUBLE_EQ(found.clustering(v), possible == 0 ? 0 : static_cast<double>(triangles) / static_cast<double>(possible));
    sum += triangles, wedges += possible;
  }
  EXPECT_EQ(found.count, sum / 3);
  EXPECT_EQ(found.wedges, wedges);
  const triangles_result shared =
      count_triangles(g, {.directions = triangle_directions::counted}, {.devices = std::vector<device>(2, tested_device())});
  EXPECT_TRUE(std::equal(shared.triangles.begin(), shared.triangles.end(), found.triangles.begin(), found.triangles.end()));
  EXPECT_TRUE(std::equal(shared.mutual.begin(), shared.mutual.end(), found.mutual.begin(), found.mutual.end()));
  EXPECT_EQ(shared.count, found.count);
  EXPECT_EQ(shared.wedges, found.wedges);
  const triangles_result ignored = counted(g, triangle_directions::ignored);
  const std::vector<std::uint64_t> expected = triangles_by_hand(neighbours);
  EXPECT_EQ(std::vector<std::uint64_t>(ignored.triangles.begin(), ignored.triangles.end()), expected);
  EXPECT_TRUE(ignored.mutual.empty());
}

class directed_triangles_of : public testing::TestWithParam<specimen> {};

TEST_P(directed_triangles_of, agree_with_the_definition) {
  expect_directed_triangles(build(GetParam().edges()).g);
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  options.in = in_edges::none;
  expect_directed_triangles(build(GetParam().edges(), options).g);
}

INSTANTIATE_TEST_SUITE_P(zoo, directed_triangles_of, testing::ValuesIn(zoo()), specimen_name());

// Rows of all classes, with one edge or two between vertices.
TEST(directed_triangles, of_a_large_graph) {
  edge_list edges = generate("kron:11:16");
  edges.directed = true;
  expect_directed_triangles(build(std::move(edges)).g);
}

TEST(directed_triangles, need_a_role_of_the_directions) {
  const graph g = build(edges_of(3, {{0, 1}, {1, 2}, {2, 0}}, true)).g;
  expect_error(error_category::usage, "choose whether triangles ignore directions", [&] { static_cast<void>(counted(g, {})); });
  EXPECT_EQ(counted(g, triangle_directions::ignored).count, 1u);
  EXPECT_EQ(counted(g, triangle_directions::counted).count, 1u);
}

}  // namespace
}  // namespace fathom::test
