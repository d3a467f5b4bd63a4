// Two-colorings against the validator and distances; the validator against wrong results.
#include "fathom/bipartite.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

bipartite_result expect_valid_coloring(const graph& g) {
  bipartite_result found = two_coloring(g);
  const bipartite_validation checked = validate_two_coloring(g, found);
  EXPECT_TRUE(checked.valid) << checked.message;
  return found;
}

class colorings_of : public testing::TestWithParam<specimen> {};

TEST_P(colorings_of, are_valid) {
  for (const self_loops loops : {self_loops::keep, self_loops::remove}) {
    for (const in_edges in : {in_edges::automatic, in_edges::none}) {
      build_options options;
      options.loops = loops, options.in = in;
      const graph g = build(GetParam().edges(), options).g, arcs = build(as_directed(GetParam().edges()), options).g;
      EXPECT_EQ(expect_valid_coloring(g).bipartite(), expect_valid_coloring(arcs).bipartite());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, colorings_of, testing::ValuesIn(zoo()), specimen_name());

TEST(two_coloring, begins_with_the_first_vertex_that_has_an_out_edge) {
  const graph g = build(edges_of(7, {{3, 0}, {3, 1}, {2, 4}, {5, 4}}, true)).g;
  const bipartite_result found = expect_valid_coloring(g);
  EXPECT_EQ(std::vector<int>(found.colors.begin(), found.colors.end()), (std::vector<int>{1, 1, 0, 0, 1, 0, 0}));
}

TEST(two_coloring, finds_odd_cycles) {
  for (vertex_id n = 3; n < 12; ++n) {
    edge_pairs cycle{{0, n}};  // and a tail
    for (vertex_id v = 0; v < n; ++v) cycle.emplace_back(v, (v + 1) % n);
    const bipartite_result found = expect_valid_coloring(build(edges_of(n + 1, cycle, false)).g);
    EXPECT_EQ(found.odd_cycle.size(), n % 2 == 0 ? 0u : n);
  }
  build_options keep;
  keep.loops = self_loops::keep;
  EXPECT_EQ(expect_valid_coloring(build(edges_of(2, {{0, 1}, {1, 1}}, false), keep).g).odd_cycle, std::vector<vertex_id>{1});
}

TEST(two_coloring, is_empty_without_vertices) { EXPECT_TRUE(expect_valid_coloring(graph()).bipartite()); }

TEST(two_coloring, stops_on_request) {
  const graph g = build(random_dag(500, 2500)).g;
  bipartite_options options;
  options.control.threads = -1;
  EXPECT_THROW(static_cast<void>(two_coloring(g, options)), error);
  options.control = stopped();
  EXPECT_THROW(static_cast<void>(two_coloring(g, options)), error);
  EXPECT_THROW(static_cast<void>(validate_two_coloring(g, two_coloring(g), options.control)), error);
}

// A path of 0, 1 and 2, and a triangle of 3, 4 and 5.
TEST(validate_two_coloring, refuses_wrong_colors_and_cycles) {
  const graph path = build(edges_of(3, {{0, 1}, {1, 2}}, false)).g;
  const auto rule_of = [](const graph& g, const std::vector<std::uint8_t>& colors, std::vector<vertex_id> cycle) {
    bipartite_result found;
    found.colors = array<std::uint8_t>(colors.size());
    std::copy(colors.begin(), colors.end(), found.colors.begin());
    found.odd_cycle = std::move(cycle);
    const bipartite_validation checked = validate_two_coloring(g, found);
    EXPECT_EQ(checked.valid, checked.violated == bipartite_rule::none);
    EXPECT_EQ(checked.message.empty(), checked.valid);
    return checked.violated;
  };
  EXPECT_EQ(rule_of(path, {1, 0, 1}, {}), bipartite_rule::none);
  EXPECT_EQ(rule_of(path, {1, 0}, {}), bipartite_rule::one_color_per_vertex);
  EXPECT_EQ(rule_of(path, {2, 0, 2}, {}), bipartite_rule::one_color_per_vertex);
  EXPECT_EQ(rule_of(path, {1, 0, 0}, {}), bipartite_rule::edges_join_both_colors);
  const graph triangle = build(edges_of(6, {{3, 4}, {4, 5}, {5, 3}}, true)).g;
  EXPECT_EQ(rule_of(triangle, {}, {5, 4, 3}), bipartite_rule::none);
  EXPECT_EQ(rule_of(triangle, {0, 0, 0, 0, 1, 0}, {5, 4, 3}), bipartite_rule::one_color_per_vertex);
  for (const std::vector<vertex_id>& wrong : {std::vector<vertex_id>{3, 4}, {3, 4, 0}, {3, 4, 9}, {3, 4, 5, 3, 4}, {3}})
    EXPECT_EQ(rule_of(triangle, {}, wrong), bipartite_rule::cycle_is_an_odd_cycle);
}

}  // namespace
}  // namespace fathom::test
