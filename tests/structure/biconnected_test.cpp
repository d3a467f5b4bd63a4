// Biconnected components, bridges and articulation points against references by removal and the validator.
#include "fathom/biconnected.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "reference/blocks_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

build_options everything_kept() {
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  return options;
}

edge_list undirected(edge_list edges) {
  edges.directed = false;
  return edges;
}

void expect_valid(const graph& g) {
  for (const bool list_edges : {false, true}) {
    const biconnected_result found = biconnected_components(g, {.list_edges = list_edges});
    const biconnected_validation checked = validate_biconnected(g, found);
    EXPECT_TRUE(checked.valid) << checked.message;
    EXPECT_EQ(found.edge_offsets.size(), list_edges ? found.components() + 1 : 0);
    EXPECT_EQ(found.report.edges_inspected, g.num_edges());
  }
}

class blocks_of : public testing::TestWithParam<specimen> {};

TEST_P(blocks_of, are_valid) {
  expect_valid(build(undirected(GetParam().edges())).g);
  expect_valid(build(undirected(GetParam().edges()), everything_kept()).g);
}

INSTANTIATE_TEST_SUITE_P(zoo, blocks_of, testing::ValuesIn(zoo()), specimen_name());

// From forests to graphs without cuts; with parallel edges and self-loops.
TEST(biconnected, agrees_with_removal_on_random_graphs) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const std::uint64_t n = 3 + seed % 13, m = random_bits(seed, 1) % (2 * n);
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < m; ++i) pairs.emplace_back(random_bits(seed, 2 * i + 2) % n, random_bits(seed, 2 * i + 3) % n);
    const graph g = build(edges_of(n, pairs, false), seed % 2 == 0 ? everything_kept() : build_options()).g;
    const biconnected_result found = biconnected_components(g, {.list_edges = true});
    const std::set<vertex_id> cuts = articulation_points_by_hand(g);
    EXPECT_EQ(found.articulation_points, std::vector<vertex_id>(cuts.begin(), cuts.end())) << seed;
    std::vector<edge_by_hand> bridges;
    for (const vertex_pair& e : found.bridges) bridges.emplace_back(e.from, e.to);
    const std::set<edge_by_hand> expected = bridges_by_hand(g);
    EXPECT_EQ(bridges, std::vector<edge_by_hand>(expected.begin(), expected.end())) << seed;
    std::set<std::set<vertex_id>> blocks;
    for (std::size_t i = 0; i < found.components(); ++i) {
      std::set<vertex_id> ends;
      for (const vertex_pair& e : found.edges_of(i)) ends.insert(e.from), ends.insert(e.to);
      const std::span<const vertex_id> vertices = found.vertices_of(i);
      EXPECT_EQ(ends, std::set<vertex_id>(vertices.begin(), vertices.end())) << seed;
      blocks.insert(ends);
    }
    EXPECT_EQ(blocks.size(), found.components());
    EXPECT_EQ(blocks, blocks_by_hand(g)) << seed;
    const biconnected_validation checked = validate_biconnected(g, found);
    EXPECT_TRUE(checked.valid) << seed << ": " << checked.message;
  }
}

// Two triangles with a common vertex, and a tail.
TEST(biconnected, lists_components_in_the_order_of_the_search) {
  const graph g = build(edges_of(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}, {4, 5}}, false)).g;
  const biconnected_result found = biconnected_components(g, {.list_edges = true});
  EXPECT_EQ(found.vertices, (std::vector<vertex_id>{4, 5, 2, 3, 4, 0, 1, 2}));
  EXPECT_EQ(found.offsets, (std::vector<edge_offset>{0, 2, 5, 8}));
  EXPECT_EQ(found.bridges, (std::vector<vertex_pair>{{4, 5}}));
  EXPECT_EQ(found.articulation_points, (std::vector<vertex_id>{2, 4}));
  EXPECT_EQ(found.edges, (std::vector<vertex_pair>{{4, 5}, {2, 3}, {3, 4}, {4, 2}, {0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(found.edge_offsets, (std::vector<edge_offset>{0, 1, 4, 7}));
}

TEST(biconnected, stops_on_request_and_refuses_directed_graphs) {
  EXPECT_THROW(static_cast<void>(biconnected_components(build(directed_cycle(3)).g)), error);
  EXPECT_THROW(static_cast<void>(validate_biconnected(build(directed_cycle(3)).g, {})), error);
  const graph g = build(grid(300, 300)).g;
  EXPECT_THROW(static_cast<void>(biconnected_components(g, {.control = {.threads = -1}})), error);
  expect_error(error_category::cancelled,
               [&] { static_cast<void>(biconnected_components(g, {.control = stopped_on_progress()})); });
}

}  // namespace
}  // namespace fathom::test
