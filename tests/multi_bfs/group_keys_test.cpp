// Sort keys of GroupBy: their encoding and order, and the largest neighbors they are computed from.
#include "multi_bfs/group_keys.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "graph/layout/largest_neighbors.hpp"
#include "joined.hpp"

namespace fathom {
namespace {

TEST(group_keys, hold_hub_and_class) {
  for (const vertex_id hub : {vertex_id{0}, vertex_id{1} << 31, no_vertex - 1}) {
    const group_key key = make_group_key(hub, 4, 9);
    EXPECT_EQ(hub_of(key), hub);
    EXPECT_LT(make_group_key(hub, 0, 9).key, key.key);
    EXPECT_GT(make_group_key(hub + 1, 0, 9).key, key.key);
  }
}

TEST(group_keys, are_sorted_stably) {
  for (const std::uint64_t hubs : {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{1} << 32}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{5000}}) {
      std::vector<group_key> keys;
      for (std::size_t i = 0; i < size; ++i) {
        keys.push_back(make_group_key(static_cast<vertex_id>(random_bits(hubs, i) % hubs), random_bits(3, i) % 5, i));
      }
      std::vector<group_key> expected = keys;
      std::stable_sort(expected.begin(), expected.end(), [](const group_key& a, const group_key& b) { return a.key < b.key; });
      sort_by_key(keys);
      ASSERT_EQ(keys.size(), expected.size());
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(keys[i].key, expected[i].key);
        ASSERT_EQ(keys[i].index, expected[i].index);
      }
    }
  }
}

class layout_neighbors : public testing::TestWithParam<test::specimen> {};

TEST_P(layout_neighbors, of_largest_degree_are_found_on_every_device) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0) return;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout host = test::prepared(g, order, device{}), there = test::prepared(g, order);
    std::vector<vertex_id> vertices{no_vertex};
    for (vertex_id v = 0; v < host.num_vertices; ++v) vertices.push_back(v);
    for (const edge_offset below : {edge_offset{1} << 40, edge_offset{5}}) {
      const std::vector<largest_neighbor> found = largest_neighbors(there, vertices, below, 3);
      ASSERT_EQ(found.size(), vertices.size());
      EXPECT_EQ(found[0].hub, no_vertex);
      EXPECT_EQ(found[0].degree, 0u);
      const auto degree = [&](vertex_id v) { return host.out.offsets[v + 1] - host.out.offsets[v]; };
      for (std::size_t i = 1; i < vertices.size(); ++i) {
        const vertex_id v = vertices[i];
        ASSERT_EQ(found[i].degree, degree(v)) << v;
        vertex_id best = no_vertex;
        for (edge_offset e = host.out.offsets[v]; degree(v) < below && e < host.out.offsets[v + 1]; ++e) {
          const vertex_id u = host.out.targets[e];
          if (best == no_vertex || degree(u) > degree(best)) best = u;
        }
        ASSERT_EQ(found[i].hub, best) << v;
        if (best != no_vertex) {
          ASSERT_EQ(found[i].hub_degree, degree(best)) << v;
        }
      }
    }
  }
}

TEST_P(layout_neighbors, of_large_degree_are_listed_on_every_device) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0) return;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout host = test::prepared(g, order, device{}), there = test::prepared(g, order);
    std::vector<vertex_id> vertices{no_vertex};
    for (vertex_id v = 0; v < host.num_vertices; ++v) vertices.push_back(v);
    for (const edge_offset above : {edge_offset{0}, edge_offset{3}, edge_offset{1} << 40}) {
      const neighbor_lists found = large_neighbors(there, vertices, above, 3);
      ASSERT_EQ(found.offsets.size(), vertices.size() + 1);
      ASSERT_EQ(found.offsets[1], 0u);
      const auto degree = [&](vertex_id v) { return host.out.offsets[v + 1] - host.out.offsets[v]; };
      for (std::size_t i = 1; i < vertices.size(); ++i) {
        std::vector<vertex_id> expected;
        for (edge_offset e = host.out.offsets[vertices[i]]; e < host.out.offsets[vertices[i] + 1]; ++e) {
          if (degree(host.out.targets[e]) > above) expected.push_back(host.out.targets[e]);
        }
        ASSERT_EQ(std::vector<vertex_id>(found.neighbors.begin() + static_cast<std::ptrdiff_t>(found.offsets[i]),
                                         found.neighbors.begin() + static_cast<std::ptrdiff_t>(found.offsets[i + 1])),
                  expected)
            << vertices[i];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, layout_neighbors, testing::ValuesIn(test::zoo()), test::specimen_name());

}  // namespace
}  // namespace fathom
