// The validator accepts exactly the truss numbers, and names the rule and the edge otherwise.
#include <gtest/gtest.h>

#include <algorithm>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/truss.hpp"
#include "reference/truss_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// Adds `change` to the numbers of both directions of stored edge e of u.
std::vector<vertex_id> changed(const graph& g, std::vector<vertex_id> numbers, vertex_id u, edge_offset e, int change) {
  const adjacency_view& out = g.view().out;
  const vertex_id v = out.targets[e];
  const auto back = std::lower_bound(out.begin(v), out.end(v), u) - out.targets;
  numbers[e] += static_cast<vertex_id>(change);
  if (v != u) numbers[static_cast<std::size_t>(back)] = numbers[e];
  return numbers;
}

class validated_trusses_of : public testing::TestWithParam<specimen> {};

// One number too many or too few, at each of some edges.
TEST_P(validated_trusses_of, are_right_or_refused) {
  edge_list edges = GetParam().edges();
  edges.directed = false;
  const graph g = build(std::move(edges)).g;
  const std::vector<vertex_id> numbers = truss_by_hand(g);
  EXPECT_TRUE(validate_truss(g, numbers).valid);
  const edge_offset step = g.num_edges() / 7 + 1;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
      if (e % step != 0) continue;
      EXPECT_FALSE(validate_truss(g, changed(g, numbers, u, e, 1)).valid) << e;
      EXPECT_FALSE(validate_truss(g, changed(g, numbers, u, e, -1)).valid) << e;
      std::vector<vertex_id> one_way = numbers;
      ++one_way[e];
      EXPECT_EQ(validate_truss(g, one_way).violated, truss_rule::numbers_agree) << e;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, validated_trusses_of, testing::ValuesIn(zoo_without_the_long_path()), specimen_name());

TEST(validate_truss, names_rule_and_edge) {
  const graph g = build(edges_of(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, false)).g;  // rows 1 2, 0 2, 0 1 3, 2
  const truss_validation large = validate_truss(g, std::vector<vertex_id>{3, 3, 3, 3, 3, 3, 3, 3});
  EXPECT_EQ(large.violated, truss_rule::truss_is_large_enough);
  EXPECT_EQ(large.from, 2u);
  EXPECT_EQ(large.to, 3u);
  EXPECT_NE(large.message.find("edge '2' - '3' has the truss number 3, but is in only 0 triangles"), std::string::npos)
      << large.message;
  const truss_validation small = validate_truss(g, std::vector<vertex_id>(8, 2));
  EXPECT_EQ(small.violated, truss_rule::truss_is_not_larger);
  EXPECT_NE(small.message.find("edge '0' - '1' has the truss number 2, but"), std::string::npos) << small.message;
  const truss_validation one_way = validate_truss(g, std::vector<vertex_id>{3, 3, 2, 3, 3, 3, 2, 2});
  EXPECT_EQ(one_way.violated, truss_rule::numbers_agree);
  EXPECT_NE(one_way.message.find("edge '1' - '0' has the truss number 2, and the same edge 3"), std::string::npos)
      << one_way.message;
  EXPECT_TRUE(validate_truss(g, std::vector<vertex_id>{3, 3, 3, 3, 3, 3, 2, 2}).valid);
  EXPECT_THROW(static_cast<void>(validate_truss(g, std::vector<vertex_id>{3})), error);
}

}  // namespace
}  // namespace fathom::test
