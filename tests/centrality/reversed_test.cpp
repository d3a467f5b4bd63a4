// Reversed graphs: every edge is reversed, and reversing twice yields the original graph.
#include "fathom/reversed.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using pairs = std::vector<std::pair<vertex_id, vertex_id>>;

pairs pairs_of(const adjacency_view& rows, vertex_id n, bool turned) {
  pairs all;
  for (vertex_id u = 0; u < n; ++u) {
    for (const vertex_id* v = rows.begin(u); v != rows.end(u); ++v) all.emplace_back(turned ? *v : u, turned ? u : *v);
  }
  std::sort(all.begin(), all.end());
  return all;
}

class reversing : public testing::TestWithParam<test::specimen> {};

TEST_P(reversing, turns_every_edge) {
  for (const in_edges in : {in_edges::automatic, in_edges::none}) {
    build_options options;
    options.in = in;
    graph back;
    const graph g = build(GetParam().edges(), options).g;
    {
      const graph forgotten = build(GetParam().edges(), options).g;
      back = reversed(forgotten);  // keeps the shared arrays alive
    }
    ASSERT_EQ(back.num_vertices(), g.num_vertices());
    ASSERT_EQ(back.num_edges(), g.num_edges());
    ASSERT_EQ(back.directed(), g.directed());
    if (g.num_vertices() == 0) continue;
    const vertex_id n = g.num_vertices();
    EXPECT_EQ(pairs_of(back.view().out, n, true), pairs_of(g.view().out, n, false));
    EXPECT_EQ(pairs_of(back.view().in, n, false), pairs_of(g.view().out, n, false));
    if (g.directed() && in == in_edges::automatic) {
      EXPECT_EQ(back.properties().max_out_degree, g.properties().max_in_degree);
      EXPECT_EQ(back.properties().isolated, g.properties().isolated);
    }
  }
}

// Edge v -> v + 1 has weight v + 0.25, which double precision changes for large weights.
TEST(reversed, keeps_weights_and_names) {
  for (const double added : {0.25, 16777217.25}) {
    for (const in_edges in : {in_edges::automatic, in_edges::none}) {
      edge_list list;
      list.num_vertices = 5;
      list.sources = array<vertex_id>(4);
      list.targets = array<vertex_id>(4);
      list.wide_weights = array<double>(4);
      list.original_ids = array<std::uint64_t>(5);
      for (vertex_id v = 0; v < 5; ++v) list.original_ids[v] = 10 * v;
      for (vertex_id v = 0; v < 4; ++v) {
        list.sources[v] = v;
        list.targets[v] = v + 1;
        list.wide_weights[v] = v + added;
      }
      build_options options;
      options.in = in;
      const graph g = build(std::move(list), options).g;
      const graph back = reversed(g);
      ASSERT_EQ(back.has_wide_weights(), added > 1);
      for (vertex_id v = 0; v < 4; ++v) {
        EXPECT_EQ(back.view().out.weight(v), v + added) << v;
        EXPECT_EQ(back.view().in.weight(v), v + added) << v;
        EXPECT_EQ(back.original_id(v), 10 * v);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, reversing, testing::ValuesIn(test::zoo()), test::specimen_name());

}  // namespace
}  // namespace fathom
