// Subgraphs: k-cores keep names and weights.
#include <gtest/gtest.h>

#include "cores/cores_options.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// A triangle 1, 3, 5 with a tail 5 - 7 - 9.
graph triangle_with_tail() {
  edge_list edges = edges_of(10, {{1, 3}, {3, 5}, {5, 1}, {5, 7}, {7, 9}}, false);
  edges.weights = array<edge_weight>(5);
  for (std::size_t i = 0; i < 5; ++i) edges.weights[i] = static_cast<edge_weight>(i + 1);
  return build(std::move(edges)).g;
}

TEST(k_core, keeps_original_ids_and_weights) {
  const graph core = k_core(triangle_with_tail(), 2, cores_on_threads(1));
  ASSERT_EQ(core.num_vertices(), 3u);
  EXPECT_EQ(core.num_edges(), 6u);
  EXPECT_FALSE(core.directed());
  for (vertex_id v = 0; v < 3; ++v) EXPECT_EQ(core.original_id(v), 2 * v + 1);
  EXPECT_EQ(core.view().out.weight(0), 1);  // 1 - 3
  EXPECT_EQ(core.view().out.weight(1), 3);  // 1 - 5
}

TEST(k_core, is_the_graph_for_0_and_empty_beyond_the_degeneracy) {
  const graph g = triangle_with_tail();
  EXPECT_EQ(k_core(g, 0, cores_on_threads(1)).num_vertices(), 10u);
  EXPECT_EQ(k_core(g, 1, cores_on_threads(1)).num_vertices(), 5u);
  const graph none = k_core(g, 3, cores_on_threads(1));
  EXPECT_EQ(none.num_vertices(), 0u);
  EXPECT_EQ(none.num_edges(), 0u);
}

TEST(k_core, is_a_core_of_every_shape) {
  for (const specimen& s : zoo()) {
    const graph g = build(s.edges()).g;
    const cores_result found = core_numbers(g, cores_on_threads(2));
    const graph core = k_core(g, found.degeneracy, found.core_numbers.view());
    ASSERT_EQ(core.num_vertices(), found.innermost) << s.name;
    for (const vertex_id number : core_numbers(core, cores_on_threads(1)).core_numbers)
      ASSERT_EQ(number, found.degeneracy) << s.name;
  }
}

TEST(k_core, refuses_core_numbers_of_another_graph) {
  const std::vector<vertex_id> two{0, 0};
  EXPECT_THROW(static_cast<void>(k_core(triangle_with_tail(), 1, two)), error);
}

}  // namespace
}  // namespace fathom::test
