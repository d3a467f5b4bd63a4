// The validator accepts exactly the core numbers, and names the rule and the vertex otherwise.
#include <gtest/gtest.h>

#include "fathom/build.hpp"
#include "fathom/cores.hpp"
#include "fathom/error.hpp"
#include "reference/cores_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

class validated_cores_of : public testing::TestWithParam<specimen> {};

// One number too many or too few, at each of some vertices.
TEST_P(validated_cores_of, are_right_or_refused) {
  for (const bool directed : {false, true}) {
    edge_list edges = GetParam().edges();
    edges.directed = directed;
    const graph g = build(std::move(edges)).g;
    std::vector<vertex_id> core = cores_by_hand(g);
    EXPECT_TRUE(validate_cores(g, core).valid);
    for (vertex_id v = 0; v < g.num_vertices(); v += g.num_vertices() / 7 + 1) {
      ++core[v];
      EXPECT_FALSE(validate_cores(g, core).valid) << v;
      --core[v];
      if (core[v] == 0) continue;
      --core[v];
      EXPECT_FALSE(validate_cores(g, core).valid) << v;
      ++core[v];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, validated_cores_of, testing::ValuesIn(zoo_without_the_long_path()), specimen_name());

TEST(validate_cores, names_rule_and_vertex) {
  const graph g = build(edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, false)).g;
  const cores_validation large = validate_cores(g, std::vector<vertex_id>{2, 2, 2, 2});
  EXPECT_EQ(large.violated, cores_rule::core_is_large_enough);
  EXPECT_EQ(large.vertex, 3u);
  EXPECT_NE(large.message.find("vertex '3' has core number 2, but only 1 neighbors"), std::string::npos) << large.message;
  const cores_validation small = validate_cores(g, std::vector<vertex_id>{1, 1, 1, 1});
  EXPECT_EQ(small.violated, cores_rule::core_is_not_larger);
  EXPECT_EQ(small.vertex, 0u);
  EXPECT_NE(small.message.find("vertex '0' has core number 1, but"), std::string::npos) << small.message;
  const cores_validation right = validate_cores(g, std::vector<vertex_id>{2, 2, 2, 1});
  EXPECT_TRUE(right.valid);
  EXPECT_EQ(right.violated, cores_rule::none);
  EXPECT_TRUE(right.message.empty());
}

TEST(validate_cores, refuses_arrays_of_another_length) {
  const graph g = build(edges_of(3, {{0, 1}}, false)).g;
  EXPECT_THROW(static_cast<void>(validate_cores(g, std::vector<vertex_id>{1, 1})), error);
}

TEST(validate_cores, names_vertices_by_their_ids) {
  edge_list edges = edges_of(3, {{0, 1}, {1, 2}}, true);
  edges.original_ids = array<std::uint64_t>(3);
  for (std::size_t i = 0; i < 3; ++i) edges.original_ids[i] = 10 * (i + 1);
  build_options without_in_edges;
  without_in_edges.in = in_edges::none;
  const cores_validation found = validate_cores(build(std::move(edges), without_in_edges).g, std::vector<vertex_id>{1, 1, 2});
  EXPECT_NE(found.message.find("'30'"), std::string::npos) << found.message;
}

}  // namespace
}  // namespace fathom::test
