// The validator of random walks against wrong walks.
#include <gtest/gtest.h>

#include "fathom/error.hpp"
#include "fathom/sampling.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// The edges 0 -> 1 -> 2 -> 0 and 2 -> 3, the last one of weight 0. A walk from 0 goes around.
class wrong_walks : public testing::Test {
 protected:
  wrong_walks() {
    edge_list edges = edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, true);
    edges.weights = array<edge_weight>(4);
    for (std::size_t i = 0; i < 4; ++i) edges.weights[i] = i < 3 ? 1 : 0;
    g_ = build(std::move(edges)).g;
    found_ = random_walks(g_, sources_, options_);
  }

  void expect(random_walk_rule rule, std::uint64_t walk = 0) const {
    const random_walk_validation checked = validate_random_walks(g_, sources_, found_, options_);
    EXPECT_EQ(checked.valid, rule == random_walk_rule::none);
    EXPECT_EQ(checked.violated, rule) << checked.message;
    EXPECT_EQ(checked.message.empty(), checked.valid);
    EXPECT_EQ(checked.walk, walk);
  }

  vertex_id& at(std::uint64_t walk, std::uint64_t step) { return found_.vertices[walk * 5 + step]; }

  graph g_;
  std::vector<vertex_id> sources_{0, 1};
  random_walk_options options_{.length = 4, .walks_per_source = 2, .weighted = true};
  random_walk_result found_;
};

TEST_F(wrong_walks, of_another_shape) {
  expect(random_walk_rule::none);
  options_.walks_per_source = 1;
  expect(random_walk_rule::shape_matches);
  options_.walks_per_source = 2, options_.length = 3;
  expect(random_walk_rule::shape_matches);
  options_.length = 4, found_.vertices.truncate(19);
  expect(random_walk_rule::shape_matches);
}

TEST_F(wrong_walks, that_begin_elsewhere) {
  at(2, 0) = 0;
  expect(random_walk_rule::walks_begin_at_sources, 2);
}

TEST_F(wrong_walks, with_steps_that_are_not_edges) {
  at(3, 2) = 1;
  expect(random_walk_rule::steps_are_edges, 3);
  at(1, 1) = 9;  // outside the graph, in an earlier walk
  expect(random_walk_rule::steps_are_edges, 1);
}

TEST_F(wrong_walks, along_an_edge_of_weight_0) {
  at(0, 3) = 3, at(0, 4) = no_vertex;
  expect(random_walk_rule::steps_are_edges);
  options_.weighted = false;
  expect(random_walk_rule::none);
}

TEST_F(wrong_walks, that_end_too_early_or_too_late) {
  at(0, 4) = no_vertex;
  expect(random_walk_rule::walks_end_at_dead_ends);
  at(0, 3) = no_vertex, at(0, 4) = 1;
  expect(random_walk_rule::walks_end_at_dead_ends);
}

TEST_F(wrong_walks, have_named_rules) {
  for (int rule = 1; rule <= 4; ++rule) EXPECT_NE(to_string(static_cast<random_walk_rule>(rule)), "none");
  sources_[1] = 4;
  EXPECT_THROW(expect(random_walk_rule::none), error);
}

}  // namespace
}  // namespace fathom::test
