// One validator for many claims, and its options.
#include <gtest/gtest.h>

#include "claims.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

using test::claim;

TEST(bfs_validator, validates_claims_of_all_kinds_in_any_order) {
  const graph g = build(kron(10)).g;
  bfs_validator validator(g, test::on_tested_device());
  for (int round = 0; round < 3; ++round) {
    for (const vertex_id source : test::some_sources(g)) {
      const claim c = test::right_claim(g, source);
      EXPECT_TRUE(validator.check(source, c.distances, c.predecessors).valid);
      EXPECT_TRUE(validator.check(source, {}, c.predecessors).valid);
      EXPECT_TRUE(validator.check(source, c.distances, {}).valid);
      std::vector<hop_count> wrong = c.distances;
      wrong[source] = 1;
      EXPECT_EQ(validator.check(source, wrong, c.predecessors).violated, bfs_rule::tree_levels_differ_by_one);
      EXPECT_TRUE(validator.check(source, c.distances, c.predecessors).valid) << "the claim before it was wrong";
    }
  }
}

TEST(bfs_validator, takes_another_depth_limit_for_one_claim) {
  const graph g = build(path(10)).g;
  bfs_validator validator(g, test::on_tested_device());
  const claim c = test::right_claim(g, 0, 4);
  EXPECT_EQ(validator.check(0, c.distances, c.predecessors).violated, bfs_rule::component_is_spanned);
  const bfs_validation v = validator.check(0, c.distances, c.predecessors, 4);
  EXPECT_TRUE(v.valid) << v.message;
  EXPECT_EQ(v.reached, 5u);
  EXPECT_EQ(v.edges_traversed, 9u);
  EXPECT_EQ(validator.check(0, c.distances, c.predecessors, 3).violated, bfs_rule::component_is_spanned);
}

TEST(bfs_validator, outlives_the_graph_that_it_was_given_and_moves) {
  const claim c = test::right_claim(build(path(10)).g, 3);
  bfs_validator first = [] { return bfs_validator(build(path(10)).g, test::on_tested_device()); }();
  bfs_validator second = std::move(first);
  EXPECT_TRUE(second.check(3, c.distances, c.predecessors).valid);
}

TEST(bfs_validator, works_with_another_beside_it) {
  const graph a = build(path(100)).g, b = build(star(100)).g;
  bfs_validator on_a(a, test::on_tested_device()), on_b(b, test::on_tested_device());
  const claim of_a = test::right_claim(a, 0), of_b = test::right_claim(b, 0);
  EXPECT_TRUE(on_a.check(0, of_a.distances, of_a.predecessors).valid);
  EXPECT_TRUE(on_b.check(0, of_b.distances, of_b.predecessors).valid);
  EXPECT_FALSE(on_a.check(0, of_b.distances, of_b.predecessors).valid);
  EXPECT_FALSE(on_b.check(0, of_a.distances, of_a.predecessors).valid);
}

TEST(bfs_validator, refuses_a_device_that_is_not_there) {
  validate_options options;
  options.where = {device_kind::cuda, 77};
  test::expect_error(error_category::device, [&] { bfs_validator validator(build(path(5)).g, options); });
}

}  // namespace
}  // namespace fathom
