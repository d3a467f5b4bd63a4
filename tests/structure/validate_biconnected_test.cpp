// The validator refuses results that differ from the right one, and names the rule.
#include <gtest/gtest.h>

#include <utility>

#include "fathom/biconnected.hpp"
#include "fathom/build.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// Triangles 0 1 2 and 2 3 4, and the bridge 4 - 5.
class validate_blocks : public testing::Test {
 protected:
  void expect(biconnected_rule rule) const {
    const biconnected_validation checked = validate_biconnected(g_, found_);
    EXPECT_EQ(checked.valid, rule == biconnected_rule::none);
    EXPECT_EQ(checked.violated, rule) << checked.message;
    EXPECT_EQ(checked.message.empty(), checked.valid);
  }

  graph g_ = build(edges_of(7, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}, {4, 5}}, false)).g;
  biconnected_result found_ = biconnected_components(g_, {.list_edges = true});
};

TEST_F(validate_blocks, accepts_the_result_in_any_order) {
  expect(biconnected_rule::none);
  std::swap(found_.vertices[0], found_.vertices[1]);
  std::swap(found_.edges[1], found_.edges[2]);
  std::swap(found_.edges[0].from, found_.edges[0].to);
  expect(biconnected_rule::none);
}

TEST_F(validate_blocks, refuses_lists_that_lead_nowhere) {
  std::swap(found_.offsets[1], found_.offsets[2]);
  expect(biconnected_rule::lists_are_well_formed);
  found_ = {};
  expect(biconnected_rule::lists_are_well_formed);
}

TEST_F(validate_blocks, refuses_foreign_and_repeated_vertices) {
  found_.vertices[0] = 7;
  expect(biconnected_rule::lists_are_well_formed);
  found_.vertices[0] = found_.vertices[1];
  expect(biconnected_rule::lists_are_well_formed);
}

TEST_F(validate_blocks, refuses_other_components) {
  found_.vertices[0] = 6;  // isolated
  expect(biconnected_rule::components_are_blocks);
  found_.vertices[0] = 3;
  expect(biconnected_rule::components_are_blocks);
}

TEST_F(validate_blocks, refuses_merged_and_missing_components) {
  biconnected_result united = found_;
  united.vertices = {4, 5, 2, 3, 0, 1}, united.offsets = {0, 6};
  std::swap(found_, united);
  expect(biconnected_rule::components_are_blocks);
  found_.vertices = {4, 5, 2, 3, 4}, found_.offsets = {0, 2, 5};
  expect(biconnected_rule::components_are_blocks);
  found_.vertices = {4, 5, 4, 5, 0, 1, 2}, found_.offsets = {0, 2, 4, 7};
  expect(biconnected_rule::components_are_blocks);
}

TEST_F(validate_blocks, refuses_other_bridges) {
  found_.bridges.clear();
  expect(biconnected_rule::bridges_are_cuts);
  for (const vertex_pair wrong : {vertex_pair{0, 1}, {5, 4}, {0, 5}, {4, 9}, {1, 2}}) {
    found_.bridges = {{4, 5}, wrong};
    expect(biconnected_rule::bridges_are_cuts);
  }
  found_.bridges = {{4, 5}, {4, 5}};
  expect(biconnected_rule::bridges_are_cuts);
}

TEST_F(validate_blocks, refuses_other_articulation_points) {
  for (const std::vector<vertex_id>& wrong : {std::vector<vertex_id>{}, {2}, {4, 2}, {2, 4, 5}, {0, 2, 4}, {2, 4, 9}}) {
    found_.articulation_points = wrong;
    expect(biconnected_rule::articulation_points_are_shared);
  }
}

TEST_F(validate_blocks, refuses_other_edges) {
  std::swap(found_.edges[0], found_.edges[1]);
  expect(biconnected_rule::edges_are_in_their_blocks);
  std::swap(found_.edges[0], found_.edges[1]);
  found_.edges[0] = {3, 5};
  expect(biconnected_rule::edges_are_in_their_blocks);
  found_.edges[0] = {4, 5};
  found_.edge_offsets.pop_back();
  expect(biconnected_rule::edges_are_in_their_blocks);
}

TEST(validate_biconnected, counts_parallel_edges) {
  build_options options;
  options.parallel = parallel_edges::keep;
  const graph g = build(edges_of(2, {{0, 1}, {0, 1}}, false), options).g;
  biconnected_result found = biconnected_components(g, {.list_edges = true});
  EXPECT_TRUE(found.bridges.empty());
  EXPECT_EQ(found.edges.size(), 2u);
  EXPECT_TRUE(validate_biconnected(g, found).valid);
  found.bridges = {{0, 1}};
  EXPECT_EQ(validate_biconnected(g, found).violated, biconnected_rule::bridges_are_cuts);
}

}  // namespace
}  // namespace fathom::test
