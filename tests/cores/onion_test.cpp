// Onion layers against repeated recounts, and their validator, which accepts exactly these layers.
#include <gtest/gtest.h>

#include <algorithm>

#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/cores.hpp"
#include "fathom/error.hpp"
#include "reference/onion_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

class onion_of : public testing::TestWithParam<specimen> {};

TEST_P(onion_of, agrees_with_repeated_recounts) {
  for (const bool as_listed : {false, true}) {
    edge_list edges = GetParam().edges();
    edges.directed = false;
    build_options options;
    if (as_listed) options.parallel = parallel_edges::keep, options.loops = self_loops::keep;
    const graph g = build(std::move(edges), options).g;
    std::vector<vertex_id> layers = onion_by_hand(g);
    const onion_result found = onion_layers(g);
    ASSERT_EQ(std::vector<vertex_id>(found.layers.begin(), found.layers.end()), layers);
    EXPECT_EQ(found.count, layers.empty() ? 0 : std::ranges::max(layers));
    const onion_validation valid = validate_onion_layers(g, layers);
    EXPECT_TRUE(valid.valid) << valid.message;
    const cores_result cores = core_numbers(g);
    EXPECT_EQ(found.report.levels, cores.report.levels);
    for (vertex_id v = 0; v < g.num_vertices(); v += g.num_vertices() / 7 + 1) {
      for (const vertex_id change : {vertex_id{1}, static_cast<vertex_id>(-1)}) {
        layers[v] += change;
        EXPECT_FALSE(validate_onion_layers(g, layers).valid) << v;
        layers[v] -= change;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, onion_of, testing::ValuesIn(zoo_without_the_long_path()), specimen_name());

TEST(onion, has_many_layers_on_a_path) {
  const onion_result found = onion_layers(build(path(200001)).g);
  EXPECT_EQ(found.count, 100001u);
  EXPECT_EQ(found.layers[100000], 100001u);
  EXPECT_TRUE(validate_onion_layers(build(path(200001)).g, found.layers.view()).valid);
}

TEST(onion, names_rule_and_vertex) {
  const graph g = build(edges_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, false)).g;  // 4 is isolated
  const onion_validation early = validate_onion_layers(g, std::vector<vertex_id>{3, 3, 2, 2, 1});
  EXPECT_EQ(early.violated, onion_rule::layers_are_outermost);
  EXPECT_EQ(early.vertex, 2u);
  EXPECT_NE(early.message.find("vertex '2' is in layer 2 of core 1, but has 3 neighbors"), std::string::npos) << early.message;
  const onion_validation late = validate_onion_layers(g, std::vector<vertex_id>{3, 3, 3, 4, 1});
  EXPECT_EQ(late.violated, onion_rule::layers_are_numbered);
  EXPECT_NE(late.message.find("no vertex has the layer 2"), std::string::npos) << late.message;
  const onion_validation later = validate_onion_layers(g, std::vector<vertex_id>{3, 3, 4, 2, 1});
  EXPECT_EQ(later.vertex, 2u);
  EXPECT_NE(later.message.find("vertex '2' is in layer 4, but belongs to layer 3 of core 2"), std::string::npos) << later.message;
  EXPECT_EQ(validate_onion_layers(g, std::vector<vertex_id>{3, 3, 3, 2, 0}).violated, onion_rule::layers_are_numbered);
  EXPECT_TRUE(validate_onion_layers(g, std::vector<vertex_id>{3, 3, 3, 2, 1}).valid);
}

TEST(onion, refuses_directed_graphs_and_stops_on_request) {
  const graph directed = build(edges_of(3, {{0, 1}}, true)).g;
  EXPECT_THROW(static_cast<void>(onion_layers(directed)), error);
  EXPECT_THROW(static_cast<void>(validate_onion_layers(directed, std::vector<vertex_id>{1, 1, 1})), error);
  EXPECT_THROW(static_cast<void>(validate_onion_layers(build(path(3)).g, std::vector<vertex_id>{1})), error);
  EXPECT_THROW(static_cast<void>(onion_layers(build(path(9)).g, stopped_on_progress())), error);
}

}  // namespace
}  // namespace fathom::test
