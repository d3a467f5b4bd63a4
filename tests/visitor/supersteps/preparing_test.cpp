// Approximate sorting and the message buffer's layout against their definitions in the paper by Zhong et al.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "fathom/visitor/edge_vertex.hpp"
#include "graph/layout/approximate_sort.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

std::vector<std::uint64_t> random_keys(std::size_t count, std::uint64_t bound) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = random_bits(9, i) % bound;
  return keys;
}

// Listing 1, line 10.
TEST(approximate_sort, projects_linearly) {
  const key_range range{10, 110};
  EXPECT_EQ(projected_bucket(10, range, 5), 0u);
  EXPECT_EQ(projected_bucket(34, range, 5), 0u);
  EXPECT_EQ(projected_bucket(35, range, 5), 1u);
  EXPECT_EQ(projected_bucket(109, range, 5), 3u);
  EXPECT_EQ(projected_bucket(110, range, 5), 4u);
  EXPECT_EQ(projected_bucket(7, {7, 7}, 5), 0u);
  // (max - min) (buckets - 1) does not fit into 64 bits.
  EXPECT_EQ(projected_bucket(~std::uint64_t{0}, {0, ~std::uint64_t{0}}, 1u << 24), (1u << 24) - 1);
}

TEST(approximate_sort, orders_buckets_and_leaves_the_rest_as_it_is) {
  for (const std::size_t count : {0, 1, 2, 100, 100'000}) {
    for (const std::uint64_t buckets : {1, 2, 10, 1000, 1 << 20}) {
      const std::vector<std::uint64_t> keys = random_keys(count, 5000);
      std::vector<vertex_id> expected(count);
      std::iota(expected.begin(), expected.end(), vertex_id{0});
      const key_range range = range_of(keys, 2);
      std::stable_sort(expected.begin(), expected.end(), [&](vertex_id a, vertex_id b) {
        return projected_bucket(keys[a], range, buckets) > projected_bucket(keys[b], range, buckets);
      });
      for (const int threads : {1, 2, 5}) {
        const array<vertex_id> order = approximate_sort(keys, buckets, threads);
        ASSERT_EQ(std::vector<vertex_id>(order.begin(), order.end()), expected) << count << ' ' << buckets << ' ' << threads;
      }
    }
  }
}

TEST(exact_sort, is_exact_and_stable) {
  for (const std::uint64_t bound : {1ull, 3ull, 5000ull, 1ull << 40, ~0ull}) {
    const std::vector<std::uint64_t> keys = random_keys(50'000, bound);
    std::vector<vertex_id> expected(keys.size());
    std::iota(expected.begin(), expected.end(), vertex_id{0});
    std::stable_sort(expected.begin(), expected.end(), [&](vertex_id a, vertex_id b) { return keys[a] > keys[b]; });
    const array<vertex_id> order = exact_sort(keys, 3);
    ASSERT_EQ(std::vector<vertex_id>(order.begin(), order.end()), expected);
  }
}

TEST(preparing, sorts_only_where_degrees_differ) {
  const edge_vertex_options approximate{.order = edge_vertex_order::approximate_sort};
  const graph cycle = build(directed_cycle(130)).g, hubs = build(kron(10)).g;
  const edge_vertex_graph left = prepare_edge_vertex(cycle, approximate), sorted = prepare_edge_vertex(hubs, approximate);
  EXPECT_EQ(left.to_caller, nullptr);
  EXPECT_EQ(left.order, "caller's order: every in-degree is 1");
  ASSERT_NE(sorted.to_caller, nullptr);
  EXPECT_NE(sorted.order.find("in 1000 buckets"), std::string::npos);
  EXPECT_EQ(sorted.to_caller[0], hubs.properties().max_out_degree_vertex);
  EXPECT_EQ(prepare_edge_vertex(hubs).to_caller, nullptr);
}

class preparing_the_zoo : public testing::TestWithParam<specimen> {};

// The same edges with the same weights under other ids.
TEST_P(preparing_the_zoo, keeps_every_edge) {
  for (const in_edges in : {in_edges::automatic, in_edges::none}) {
    const graph g = build(with_weights(GetParam().edges()),
                          {.parallel = parallel_edges::keep, .loops = self_loops::keep, .in = in, .where = {}, .control = {}})
                        .g;
    using edge = std::tuple<vertex_id, vertex_id, float>;
    std::multiset<edge> expected;
    for (vertex_id u = 0; u < g.num_vertices(); ++u) {
      for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
        expected.emplace(u, g.view().out.targets[e], g.view().out.weights[e]);
      }
    }
    for (const edge_vertex_order order :
         {edge_vertex_order::caller, edge_vertex_order::approximate_sort, edge_vertex_order::exact_sort}) {
      const edge_vertex_graph made = prepare_edge_vertex(g, {.order = order, .buckets = 7});
      const auto caller = [&](vertex_id v) { return made.to_caller ? made.to_caller[v] : v; };
      std::multiset<edge> out, in_rows;
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        for (edge_offset e = made.out.offsets[v]; e < made.out.offsets[v + 1]; ++e) {
          out.emplace(caller(v), caller(made.out.ends[e]), made.out.weights[e]);
        }
        for (edge_offset e = made.in.offsets[v]; e < made.in.offsets[v + 1]; ++e) {
          in_rows.emplace(caller(made.in.ends[e]), caller(v), made.in.weights[e]);
        }
      }
      EXPECT_EQ(out, expected);
      EXPECT_EQ(in_rows, expected);
    }
  }
}

// Listing 3: new_position = offset_array[group] + vertex % Per_Group_Num + message_label * Per_Group_Num.
TEST_P(preparing_the_zoo, lays_slots_out_as_the_paper_does) {
  const graph g = build(GetParam().edges()).g;
  const edge_vertex_graph made = prepare_edge_vertex(g, {.order = edge_vertex_order::approximate_sort});
  for (const vertex_id group_size : {1, 3, 32}) {
    const edge_vertex_engine::message_slots slots = edge_vertex_engine::make_message_slots(made, group_size, {});
    const auto in_degree = [&](vertex_id v) { return made.in.offsets[v + 1] - made.in.offsets[v]; };
    std::uint64_t group_offset = 0, used = 0;
    for (vertex_id first = 0; first < g.num_vertices(); first += group_size) {
      edge_offset most = 0;
      const vertex_id last = std::min<vertex_id>(first + group_size, g.num_vertices());
      for (vertex_id v = first; v < last; ++v) most = std::max(most, in_degree(v));
      for (vertex_id v = first; v < last; ++v) {
        ASSERT_EQ(slots.first[v], group_offset + v % group_size);
        used += in_degree(v);
      }
      group_offset += most * group_size;
    }
    EXPECT_EQ(slots.count, group_offset);
    EXPECT_EQ(slots.stride, group_size);
    // Every edge has a slot of its own, among those of its target.
    std::vector<bool> taken(slots.count);
    for (edge_offset e = 0; e < g.num_edges(); ++e) {
      const std::uint64_t slot = slots.of_out_edge[e];
      const vertex_id v = made.out.ends[e];
      ASSERT_LT(slot, slots.count);
      ASSERT_FALSE(taken[slot]);
      taken[slot] = true;
      ASSERT_GE(slot, slots.first[v]);
      ASSERT_EQ((slot - slots.first[v]) % group_size, 0u);
      ASSERT_LT((slot - slots.first[v]) / group_size, in_degree(v));
    }
    EXPECT_EQ(used, g.num_edges());
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, preparing_the_zoo, testing::ValuesIn(zoo()), specimen_name());

}  // namespace
}  // namespace fathom::test
