// Eccentricity, diameter and radius of all test graphs, against a queue-based search from every vertex.
#include "fathom/diameter.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <set>

#include "fathom/error.hpp"
#include "on_tested_device.hpp"
#include "reference/centrality_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

bool has_many_pairs(const graph& g) { return g.num_vertices() > 5000; }

class extents : public testing::TestWithParam<test::specimen> {};

TEST_P(extents, eccentricities_are_those_of_all_distances) {
  const graph g = build(GetParam().edges()).g;
  if (has_many_pairs(g)) GTEST_SKIP() << "too many pairs";
  const test::distance_rows truth = test::all_distances(g);
  const eccentricity_result all = test::eccentricity(g);
  ASSERT_EQ(all.values.size(), g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(all.values[v], test::eccentricity_by_hand(truth, v)) << v;
  std::vector<vertex_id> some;
  for (vertex_id i = 0; i < 30 && g.num_vertices() > 0; ++i) some.push_back(i * 7919 % g.num_vertices());
  for (const std::size_t count : {3, 30}) {
    some.resize(std::min(some.size(), count));
    if (some.empty()) return;
    const eccentricity_result few = test::eccentricity(g, {.vertices = some});
    for (std::size_t i = 0; i < some.size(); ++i) ASSERT_EQ(few.values[i], all.values[some[i]]) << some[i];
  }
}

// The component with the most vertices; ties go to the one with the smallest vertex.
std::vector<vertex_id> largest_component(const graph& g, const test::distance_rows& truth, std::size_t& components) {
  std::vector<vertex_id> largest;
  std::vector<bool> seen(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (seen[v]) continue;
    const std::vector<vertex_id> members = test::component_by_hand(truth, v);
    for (const vertex_id u : members) seen[u] = true;
    ++components;
    if (members.size() > largest.size()) largest = members;
  }
  return largest;
}

TEST_P(extents, diameter_and_radius_are_those_of_all_distances) {
  const graph g = build(GetParam().edges()).g;
  if (has_many_pairs(g) || g.num_vertices() == 0) GTEST_SKIP() << "too many pairs, or none";
  const test::distance_rows truth = test::all_distances(g);
  std::size_t components = 0;
  const std::vector<vertex_id> largest = largest_component(g, truth, components);
  hop_count most = 0, least = std::numeric_limits<hop_count>::max();
  for (vertex_id v = 0; v < g.num_vertices(); ++v) most = std::max(most, test::eccentricity_by_hand(truth, v));
  for (const vertex_id v : largest) least = std::min(least, test::eccentricity_by_hand(truth, v));

  const diameter_result found = test::diameter(g);
  EXPECT_EQ(found.diameter, most);
  EXPECT_EQ(found.radius, least);
  EXPECT_EQ(found.components, components);
  EXPECT_EQ(found.connected, components == 1);
  EXPECT_EQ(found.radius_vertices, largest.size());
  ASSERT_LT(found.from, g.num_vertices());
  ASSERT_LT(found.to, g.num_vertices());
  EXPECT_EQ(truth[found.from][found.to], most);
  ASSERT_FALSE(found.centre.empty());
  EXPECT_LE(found.centre.size(), 10u);
  const std::set<vertex_id> members(largest.begin(), largest.end());
  for (const vertex_id v : found.centre) {
    EXPECT_EQ(test::eccentricity_by_hand(truth, v), least) << v;
    EXPECT_TRUE(members.contains(v)) << v;
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, extents, testing::ValuesIn(test::zoo()), test::specimen_name());

// Small sparse graphs have every combination of components, leaves and chains.
TEST(extents, of_many_small_random_graphs) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto n = static_cast<vertex_id>(2 + random_bits(seed, 0) % 40);
    const std::uint64_t edges = random_bits(seed, 1) % (2 * n);
    test::edge_pairs pairs;
    for (std::uint64_t i = 0; i < edges; ++i) {
      pairs.emplace_back(random_bits(seed, 2 + 2 * i) % n, random_bits(seed, 3 + 2 * i) % n);
    }
    build_options kept;
    if (seed % 3 == 0) kept.loops = self_loops::keep, kept.parallel = parallel_edges::keep;
    const graph g = build(test::edges_of(n, pairs, seed % 2 == 0), kept).g;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const test::distance_rows truth = test::all_distances(g);
    std::size_t components = 0;
    const std::vector<vertex_id> largest = largest_component(g, truth, components);
    const eccentricity_result all = test::eccentricity(g);
    const diameter_result found = test::diameter(g);
    hop_count most = 0, least = std::numeric_limits<hop_count>::max();
    for (vertex_id v = 0; v < n; ++v) {
      ASSERT_EQ(all.values[v], test::eccentricity_by_hand(truth, v)) << v;
      most = std::max(most, all.values[v]);
    }
    for (const vertex_id v : largest) least = std::min(least, all.values[v]);
    ASSERT_EQ(found.diameter, most);
    ASSERT_EQ(found.radius, least);
    ASSERT_EQ(found.components, components);
    ASSERT_EQ(truth[found.from][found.to], most);
  }
}

TEST(extents, of_no_graph) {
  EXPECT_TRUE(test::eccentricity(graph()).values.empty());
  const diameter_result none = test::diameter(graph());
  EXPECT_EQ(none.diameter, 0);
  EXPECT_EQ(none.radius, 0);
  EXPECT_EQ(none.from, no_vertex);
  EXPECT_TRUE(none.centre.empty());
  EXPECT_TRUE(none.connected);
}

TEST(extents, need_no_in_edges) {
  build_options none;
  none.in = in_edges::none;
  const graph with = build(test::random_dag(200, 900)).g, without = build(test::random_dag(200, 900), none).g;
  EXPECT_EQ(test::eccentricity(with).values, test::eccentricity(without).values);
  EXPECT_EQ(test::diameter(with).diameter, test::diameter(without).diameter);
}

TEST(extents, name_a_vertex_outside) {
  const graph g = build(path(5)).g;
  const vertex_id wrong[] = {7};
  test::expect_error(error_category::usage, "vertex 7 (number 1 of 1) is outside the graph of 5 vertices; give 0 to 4",
                     [&] { static_cast<void>(test::eccentricity(g, {.vertices = wrong})); });
}

}  // namespace
}  // namespace fathom
