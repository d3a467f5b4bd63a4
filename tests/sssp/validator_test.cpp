// The validator rejects invalid results, with the rule and the location.
#include <gtest/gtest.h>

#include "fathom/error.hpp"
#include "fathom/sssp.hpp"
#include "weighing.hpp"

namespace fathom::test {
namespace {

// 0 -1-> 1 -1-> 2 -0-> 3 -0-> 2, 0 -5-> 2; 4 is isolated.
graph small_graph() {
  edge_list edges = edges_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 2}, {0, 2}}, true);
  edges.weights = array<edge_weight>(5);
  const edge_weight weights[] = {1, 1, 0, 0, 5};
  std::copy(std::begin(weights), std::end(weights), edges.weights.begin());
  return build(std::move(edges)).g;
}

constexpr double inf = unreachable_distance;
const std::vector<double> right{0, 1, 2, 2, inf};
const std::vector<vertex_id> tree{no_vertex, 0, 1, 2, no_vertex};

sssp_validation check(const std::vector<double>& distances, const std::vector<vertex_id>& predecessors, double cutoff = inf) {
  validate_sssp_options options;
  options.cutoff = cutoff;
  options.where = tested_device();
  return validate_sssp(small_graph(), 0, distances, predecessors, options);
}

void expect_violation(const sssp_validation& v, sssp_rule rule, vertex_id from, vertex_id to, const std::string& part) {
  EXPECT_FALSE(v.valid);
  EXPECT_EQ(v.violated, rule) << v.message;
  EXPECT_EQ(v.from, from) << v.message;
  EXPECT_EQ(v.to, to) << v.message;
  EXPECT_NE(v.message.find(part), std::string::npos) << v.message;
}

TEST(sssp_validator, accepts_what_is_right) {
  const sssp_validation v = check(right, tree);
  EXPECT_TRUE(v.valid) << v.message;
  EXPECT_EQ(v.reached, 4u);
  EXPECT_EQ(v.edges_traversed, 5u);
  EXPECT_TRUE(check(right, {}).valid);
  EXPECT_TRUE(check(right, {0, 0, 1, 2, no_vertex}).valid);  // the source as its own predecessor
  EXPECT_TRUE(check({0, 1, inf, inf, inf}, {no_vertex, 0, no_vertex, no_vertex, no_vertex}, 1.5).valid);
}

TEST(sssp_validator, refutes_wrong_trees) {
  expect_violation(check(right, {no_vertex, 0, 3, 2, no_vertex}), sssp_rule::tree_has_no_cycle, 3, 2, "back to it");
  expect_violation(check(right, {no_vertex, 0, 1, no_vertex, no_vertex}), sssp_rule::tree_has_no_cycle, no_vertex, 3,
                   "has no predecessor");
  expect_violation(check(right, {no_vertex, 0, 1, 77, no_vertex}), sssp_rule::tree_has_no_cycle, 77, 3, "is not a vertex");
  expect_violation(check(right, {no_vertex, 0, 1, 4, no_vertex}), sssp_rule::tree_has_no_cycle, 4, 3, "is not reached");
  expect_violation(check(right, {no_vertex, 1, 1, 2, no_vertex}), sssp_rule::tree_has_no_cycle, 1, 1, "its own predecessor");
  expect_violation(check(right, {1, 0, 1, 2, no_vertex}), sssp_rule::tree_has_no_cycle, 1, 0, "the source has the predecessor 1");
  expect_violation(check(right, {no_vertex, 0, 0, 2, no_vertex}), sssp_rule::tree_edges_are_tight, 0, 2, "no edge between them");
}

TEST(sssp_validator, refutes_wrong_distances) {
  expect_violation(check({0, 1, 5, 5, inf}, {no_vertex, 0, 0, 2, no_vertex}), sssp_rule::edges_are_relaxed, 1, 2, "shorter path");
  expect_violation(check({0, 1, 1.5, 1.5, inf}, {}), sssp_rule::tree_edges_are_tight, no_vertex, 2, "no path of length");
  expect_violation(check({0, 1, 2, 2, 9}, {}), sssp_rule::tree_edges_are_tight, no_vertex, 4, "no path of length");
  expect_violation(check({1, 1, 2, 2, inf}, tree), sssp_rule::tree_edges_are_tight, no_vertex, 0, "the source has distance 1");
  expect_violation(check({0, -1, 2, 2, inf}, tree), sssp_rule::tree_edges_are_tight, 0, 1, "distance -1 is not valid");
  expect_violation(check({0, std::nan(""), 2, 2, inf}, tree), sssp_rule::tree_edges_are_tight, 0, 1, "is not valid");
  // A cycle of weight 0 that is not connected to the source at this distance: each of its two vertices has a tight edge.
  expect_violation(check({0, 1, 1, 1, inf}, {}), sssp_rule::tree_edges_are_tight, no_vertex, 2, "no path of length");
}

TEST(sssp_validator, refutes_wrong_reach) {
  expect_violation(check({0, 1, inf, inf, inf}, {no_vertex, 0, no_vertex, no_vertex, no_vertex}), sssp_rule::reached_is_spanned, 0,
                   2, "2 is not");
  expect_violation(check(right, {no_vertex, 0, 1, 2, 3}), sssp_rule::reached_is_spanned, 3, 4,
                   "not reached, but has the predecessor");
  expect_violation(check(right, tree, 1), sssp_rule::reached_is_spanned, 1, 2, "exceeds the cutoff 1");
  expect_violation(check({inf, inf, inf, inf, inf}, {}), sssp_rule::reached_is_spanned, no_vertex, 0, "the source is not reached");
}

TEST(sssp_validator, refuses_nonsense) {
  const graph g = small_graph();
  EXPECT_THROW(static_cast<void>(validate_sssp(g, 9, right, tree)), error);
  EXPECT_THROW(static_cast<void>(validate_sssp(g, 0, std::vector<double>{0}, tree)), error);
  EXPECT_THROW(static_cast<void>(validate_sssp(g, 0, right, std::vector<vertex_id>{0})), error);
}

}  // namespace
}  // namespace fathom::test
