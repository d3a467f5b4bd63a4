// Random damage: the verdict must be that of the oracle, and the same on every device with any number of threads.
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "claims.hpp"
#include "damage.hpp"
#include "reference/check_tree.hpp"
#include "validators.hpp"

namespace fathom {
namespace {

using test::both_validators;
using test::claim;
using test::some_distance;
using test::some_predecessor;

class mutations : public testing::TestWithParam<test::specimen> {};

std::vector<test::specimen> small_graphs() {
  return test::zoo_where([](const edge_list& edges) { return edges.num_vertices > 0 && edges.num_vertices <= 3000; });
}

// Whether c is a shortest-path tree of its graph; if distances are missing, any that fit its predecessors are accepted.
bool right_by_oracle(const claim& c) {
  const std::vector<hop_count> truth = test::queue_bfs(c.g, c.source);
  if (!c.distances.empty() && c.distances != truth) return false;
  if (c.predecessors.empty()) return true;
  const vertex_id root = c.predecessors[c.source];
  return test::tree_fault(c.g, c.source, truth, c.predecessors, root == c.source ? root : no_vertex).empty();
}

void expect_the_oracles_verdict(const bfs_validation& v, const claim& c) { EXPECT_EQ(v.valid, right_by_oracle(c)) << v.message; }

TEST_P(mutations, a_few_wrong_values) {
  const graph g = test::graph_of(GetParam());
  const vertex_id n = g.num_vertices();
  both_validators both(g);
  for (std::uint64_t round = 0; round < 60; ++round) {
    const auto random = [&](std::uint64_t i) { return random_bits(round, i); };
    claim c = test::right_claim(g, static_cast<vertex_id>(random(0) % n));
    for (std::uint64_t change = 0; change < 1 + round % 3; ++change) {
      const vertex_id v = static_cast<vertex_id>(random(3 * change + 1) % n);
      if (round % 2 == 0) c.distances[v] = some_distance(random(3 * change + 2));
      if (round % 4 != 0) c.predecessors[v] = some_predecessor(random(3 * change + 3), n);
    }
    both.agree_whole_and_in_part(std::move(c), expect_the_oracles_verdict);
  }
}

TEST_P(mutations, nothing_but_garbage) {
  const graph g = test::graph_of(GetParam());
  const vertex_id n = g.num_vertices();
  both_validators both(g);
  for (std::uint64_t round = 0; round < 10; ++round) {
    claim c{g, static_cast<vertex_id>(round % n), std::vector<hop_count>(n), std::vector<vertex_id>(n)};
    for (vertex_id v = 0; v < n; ++v) {
      c.distances[v] = round % 2 == 0 ? some_distance(random_bits(round, v)) : static_cast<hop_count>(random_bits(round, v));
      c.predecessors[v] =
          round % 3 == 0 ? static_cast<vertex_id>(random_bits(~round, v)) : some_predecessor(random_bits(~round, v), n);
    }
    both.agree_whole_and_in_part(std::move(c), expect_the_oracles_verdict);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, mutations, testing::ValuesIn(small_graphs()), test::specimen_name());

// Large enough for several threads.
TEST(mutations, the_smallest_offender_is_named) {
  const graph g = build(kron(16, 8)).g;
  const claim right = test::right_claim(g, g.properties().max_out_degree_vertex);
  both_validators both(g);
  for (const int what : {0, 1, 2}) {
    claim c = right;
    for (std::uint64_t i = 0; i < 200; ++i) {
      const auto v = static_cast<vertex_id>(random_bits(7, i) % g.num_vertices());
      if (what == 0) ++c.distances[v];
      if (what == 1) c.predecessors[v] = static_cast<vertex_id>(random_bits(8, i) % g.num_vertices());
      if (what == 2) c.distances[v] = unreachable;
    }
    if (what != 1) c.predecessors.clear();
    if (what == 1) c.distances.clear();
    expect_the_oracles_verdict(both.agreed(c), c);
    for (const int threads : {1, 2, 4, 8}) {
      validate_options options;
      options.control.threads = threads;
      EXPECT_EQ(c.validated(options).message, c.validated().message);
    }
  }
}

// Cases that make a walk along predecessors quadratic: a long tail into a cycle, and many short cycles.
TEST(mutations, long_walks_and_many_cycles_take_no_time) {
  constexpr vertex_id n = 2'000'000;
  const graph g = build(path(n)).g;
  std::vector<vertex_id> tail(n), pairs(n);
  for (vertex_id v = 0; v < n; ++v) tail[v] = v + 1 < n ? v + 1 : n - 3, pairs[v] = v ^ 1;
  for (const auto& predecessors : {tail, pairs}) {
    validate_options options = test::on_tested_device();
    options.control.threads = 2;
    const bfs_validation v = validate_bfs(g, 0, {}, predecessors, options);
    EXPECT_EQ(v.violated, bfs_rule::tree_has_no_cycle) << v.message;
    EXPECT_LT(v.seconds, 20);
  }
}

}  // namespace
}  // namespace fathom
