// Shapes and sizes at which a device's division of work, or its narrow levels, might fail: the verdict must be the CPU's.
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "damage.hpp"
#include "validators.hpp"

namespace fathom {
namespace {

using test::both_validators;
using test::claim;

constexpr hop_count no_limit = std::numeric_limits<hop_count>::max();

// The correct claim, then `rounds` claims with one to three wrong values, each complete and in part.
void expect_agreement(const graph& g, vertex_id source, std::uint64_t rounds, hop_count depth_limit = no_limit) {
  both_validators both(g, depth_limit);
  const claim right = test::right_claim(g, source, depth_limit);
  both.agree_whole_and_in_part(right, [](const bfs_validation& v, const claim&) { EXPECT_TRUE(v.valid) << v.message; });
  const vertex_id n = g.num_vertices();
  for (std::uint64_t round = 0; round < rounds; ++round) {
    claim c = right;
    for (std::uint64_t change = 0; change <= round % 3; ++change) {
      const auto random = [&](std::uint64_t i) { return random_bits(round, 4 * change + i); };
      const auto v = static_cast<vertex_id>(random(0) % n);
      // Off by one, a neighboring entry of the array, or anything.
      if (round % 2 == 0) c.distances[v] += random(1) % 2 == 0 ? 1 : -1;
      if (round % 3 == 0) c.predecessors[v] = c.predecessors[random(2) % n];
      if (round % 5 == 0) c.distances[v] = test::some_distance(random(3));
      if (round % 7 == 0) c.predecessors[v] = test::some_predecessor(random(3), n);
    }
    both.agree_whole_and_in_part(std::move(c));
  }
}

// Every tenth vertex is attached to a hub in the middle of the numbering, some of them also to each other; the others are isolated.
edge_list hub_among_isolated(vertex_id n) {
  test::edge_pairs pairs;
  for (vertex_id v = 0; v < n; v += 10) {
    if (v != n / 2) pairs.emplace_back(n / 2, v);
    if (v % 30 == 0 && v + 10 < n) pairs.emplace_back(v, v + 10);
  }
  return test::edges_of(n, pairs, false);
}

TEST(validated_shapes, a_hub_with_very_many_edges) {
  constexpr vertex_id n = 600'000;
  const graph g = build(hub_among_isolated(n)).g;
  ASSERT_GE(g.properties().max_out_degree, 59'999u);
  for (const vertex_id source : {n / 2, vertex_id{0}, n - 10}) expect_agreement(g, source, 4);
}

TEST(validated_shapes, a_hub_with_very_many_edges_only_out) {
  constexpr vertex_id n = 600'000;
  expect_agreement(build(test::as_directed(hub_among_isolated(n))).g, n / 2, 6);
}

TEST(validated_shapes, edges_at_the_ends_of_the_numbering_and_none_between) {
  constexpr vertex_id n = 3'000'000;
  const graph g = build(test::edges_of(n, {{0, 1}, {1, n - 1}, {n - 1, n - 2}}, false)).g;
  both_validators both(g);
  claim c = test::right_claim(g, 0);
  EXPECT_TRUE(both.agreed(c).valid);
  c.distances[n - 2] = 4;
  EXPECT_EQ(both.agreed(c).violated, bfs_rule::tree_levels_differ_by_one);
  c.predecessors.clear();
  EXPECT_EQ(both.agreed(c).violated, bfs_rule::tree_levels_differ_by_one);
}

// Rows begin and end within a warp's edges, at their boundaries, and far beyond them.
TEST(validated_shapes, rows_of_all_lengths_around_that_of_a_warp) {
  for (const bool directed : {false, true}) {
    edge_list edges = test::hubs({4095, 1, 4096, 31, 4097, 33, 8191, 32, 127, 8193});
    edges.directed = directed;
    const graph g = build(std::move(edges)).g;
    expect_agreement(g, directed ? 0 : 6, 60);
  }
}

TEST(validated_shapes, levels_around_what_a_byte_holds) {
  for (const bool directed : {false, true}) {
    for (const vertex_id n : {253u, 254u, 255u, 256u, 257u, 258u, 600u}) {
      edge_list edges = path(n);
      edges.directed = directed;
      const graph g = build(std::move(edges)).g;
      expect_agreement(g, 0, 40);
      expect_agreement(g, 0, 20, 252);
      expect_agreement(g, 0, 20, 253);
      expect_agreement(g, 0, 20, 254);
    }
  }
}

TEST(validated_shapes, limits_of_depth) {
  for (const bool directed : {false, true}) {
    edge_list edges = kron(10, 4);
    edges.directed = directed;
    const graph g = build(std::move(edges)).g;
    for (const hop_count limit : {0, 1, 2, 3, 5}) expect_agreement(g, g.properties().max_out_degree_vertex, 60, limit);
  }
}

TEST(validated_shapes, large_enough_for_many_blocks) {
  for (const bool directed : {false, true}) {
    edge_list edges = kron(16, 16);
    edges.directed = directed;
    const graph g = build(std::move(edges)).g;
    expect_agreement(g, g.properties().max_out_degree_vertex, 8);
  }
}

// Nothing may be read or written outside the arrays, whatever they contain.
TEST(validated_shapes, predecessors_of_random_bits) {
  const graph g = build(kron(14, 8)).g;
  const vertex_id n = g.num_vertices();
  both_validators both(g);
  for (std::uint64_t round = 0; round < 40; ++round) {
    claim c{g, static_cast<vertex_id>(random_bits(~round, 0) % n), std::vector<hop_count>(n), std::vector<vertex_id>(n)};
    for (vertex_id v = 0; v < n; ++v) {
      c.distances[v] = static_cast<hop_count>(random_bits(round, 2 * v));
      // All bits, or mostly valid vertices: long walks, and cycles of many lengths.
      c.predecessors[v] = static_cast<vertex_id>(random_bits(round, 2 * v + 1) % (round % 2 == 0 ? ~std::uint64_t{0} : n + round));
    }
    both.agree_whole_and_in_part(std::move(c), [](const bfs_validation& v, const claim&) { EXPECT_FALSE(v.valid); });
  }
}

TEST(validated_shapes, a_long_tree_in_any_numbering) {
  constexpr vertex_id n = 100'000;
  constexpr std::uint64_t step = 30'011;  // coprime to n: the path visits all vertices, out of order
  test::edge_pairs pairs;
  for (std::uint64_t i = 0; i + 1 < n; ++i) {
    pairs.emplace_back(static_cast<vertex_id>(i * step % n), static_cast<vertex_id>((i + 1) * step % n));
  }
  const graph g = build(test::edges_of(n, pairs, false)).g;
  both_validators both(g);
  claim c = test::right_claim(g, 0);
  c.distances.clear();
  EXPECT_TRUE(both.agreed(c).valid);
  c.predecessors[step] = static_cast<vertex_id>(2 * step);  // the second vertex of the path becomes a child of the third
  EXPECT_EQ(both.agreed(c).violated, bfs_rule::tree_has_no_cycle);
}

}  // namespace
}  // namespace fathom
