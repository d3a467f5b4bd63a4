// The validator of sampled neighborhoods against wrong samples.
#include <gtest/gtest.h>

#include <utility>

#include "fathom/sampling.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

class wrong_samples : public testing::Test {
 protected:
  wrong_samples() : found_(sample_neighbors(g_, sources_, fanouts_)) {}

  void expect(neighbor_sampling_rule rule) const {
    const neighbor_sampling_validation checked = validate_sampled_neighbors(g_, sources_, fanouts_, found_, options_);
    EXPECT_EQ(checked.valid, rule == neighbor_sampling_rule::none);
    EXPECT_EQ(checked.violated, rule) << checked.message;
    EXPECT_EQ(checked.message.empty(), checked.valid);
  }

  const graph g_ = build(complete(9)).g;
  std::vector<vertex_id> sources_{4, 2};
  std::vector<std::int64_t> fanouts_{2, 3};
  neighbor_sampling_options options_;
  sampled_neighbors_result found_;
};

TEST_F(wrong_samples, with_other_nodes) {
  expect(neighbor_sampling_rule::none);
  std::swap(found_.nodes[0], found_.nodes[1]);
  expect(neighbor_sampling_rule::nodes_are_distinct);
  std::swap(found_.nodes[0], found_.nodes[1]);
  found_.nodes.push_back(found_.nodes.back());
  expect(neighbor_sampling_rule::nodes_are_distinct);
  found_.nodes.back() = 9;
  expect(neighbor_sampling_rule::nodes_are_distinct);
}

TEST_F(wrong_samples, with_other_counts) {
  ++found_.edges_per_hop[1];
  expect(neighbor_sampling_rule::counts_match);
  --found_.edges_per_hop[1], ++found_.nodes_per_hop[1];
  expect(neighbor_sampling_rule::counts_match);
  --found_.nodes_per_hop[1], found_.rows.pop_back();
  expect(neighbor_sampling_rule::counts_match);
}

TEST_F(wrong_samples, with_edges_at_other_positions) {
  ++found_.edges[2];
  expect(neighbor_sampling_rule::edges_are_of_the_graph);
  found_.edges[2] = g_.num_edges();
  expect(neighbor_sampling_rule::edges_are_of_the_graph);
}

TEST_F(wrong_samples, with_too_few_edges) {
  fanouts_[0] = 3;
  expect(neighbor_sampling_rule::fanouts_are_met);
  fanouts_[0] = all_neighbors;
  expect(neighbor_sampling_rule::fanouts_are_met);
  fanouts_[0] = 2;
  --found_.edges_per_hop[0], ++found_.edges_per_hop[1];
  expect(neighbor_sampling_rule::fanouts_are_met);
}

TEST_F(wrong_samples, with_an_edge_twice) {
  found_.edges[1] = found_.edges[0], found_.columns[1] = found_.columns[0];
  expect(neighbor_sampling_rule::edges_are_distinct);
}

TEST_F(wrong_samples, with_nodes_out_of_order) {
  // The nodes after the sources change places, so that their numbers are not in the order of the edges.
  std::swap(found_.nodes[2], found_.nodes[3]);
  for (vertex_id& column : found_.columns) column = column == 2 ? 3 : column == 3 ? 2 : column;
  const neighbor_sampling_validation checked = validate_sampled_neighbors(g_, sources_, fanouts_, found_, options_);
  EXPECT_FALSE(checked.valid);
}

TEST_F(wrong_samples, have_named_rules) {
  for (int rule = 1; rule <= 6; ++rule) EXPECT_NE(to_string(static_cast<neighbor_sampling_rule>(rule)), "none");
}

}  // namespace
}  // namespace fathom::test
