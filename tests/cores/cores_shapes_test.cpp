// Core numbers of shapes that are extreme for peeling: long cascades, long rows, many or few levels.
#include <gtest/gtest.h>

#include "cores/cores_options.hpp"
#include "cores/engines.hpp"
#include "fathom/build.hpp"
#include "fathom/generate.hpp"
#include "reference/cores_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

void expect_valid(const graph& g, vertex_id degeneracy, vertex_id innermost) {
  for (const int threads : {1, 3}) {
    const cores_result found = core_numbers(g, cores_on_threads(threads));
    EXPECT_EQ(found.degeneracy, degeneracy);
    EXPECT_EQ(found.innermost, innermost);
    const cores_validation valid = validate_cores(g, found.core_numbers.view());
    EXPECT_TRUE(valid.valid) << valid.message;
  }
}

// One vertex per step, from both ends.
TEST(cores_of_shapes, survive_a_long_path) { expect_valid(build(path(100'000)).g, 1, 100'000); }

// Cascades from four corners over the whole grid.
TEST(cores_of_shapes, survive_a_grid) { expect_valid(build(grid(400, 300)).g, 2, 120'000); }

// Rows of far more edges than one thread block processes at a time, removed at the last level and at an earlier one.
TEST(cores_of_shapes, survive_long_rows) {
  constexpr vertex_id leaves = 70'000, clique = 40, core = 10;
  edge_pairs pairs;
  for (vertex_id v = 0; v < leaves; ++v) pairs.emplace_back(leaves, v), pairs.emplace_back(leaves + 1, v);
  expect_valid(build(edges_of(leaves + 2, pairs, false)).g, 2, leaves + 2);
  // Some leaves form a clique. A third hub has few edges to it, and leaves before it.
  for (vertex_id u = 0; u < clique; ++u) {
    for (vertex_id v = 0; v < u; ++v) pairs.emplace_back(u, v);
  }
  for (vertex_id v = clique - core; v < leaves; ++v) pairs.emplace_back(leaves + 2, v);
  const graph g = build(edges_of(leaves + 3, pairs, false)).g;
  expect_valid(g, clique, clique + 2);
  EXPECT_EQ(core_numbers(g, cores_on_threads(2)).core_numbers[leaves + 2], core);
}

// Nothing but one level, in which all vertices are found at once: on a device more than the queues of all thread blocks hold.
TEST(cores_of_shapes, survive_many_vertices_at_one_level) {
  const vertex_id n = tested_device().kind == device_kind::cuda ? 1'500'000 : 100'000;
  edge_pairs cycle;
  for (vertex_id v = 0; v < n; ++v) cycle.emplace_back(v, (v + 1) % n);
  expect_valid(build(edges_of(n, cycle, false)).g, 2, n);
  // A tree hangs from each vertex of the cycle: its removal leaves the cycle whole.
  for (vertex_id v = 0; v < n; ++v) cycle.emplace_back(v, n + v), cycle.emplace_back(n + v, 2 * n + v);
  expect_valid(build(edges_of(3 * n, cycle, false)).g, 2, n);
}

// Cliques of all sizes: as many levels as cliques.
TEST(cores_of_shapes, survive_many_levels) {
  constexpr vertex_id cliques = 150;
  edge_pairs pairs;
  vertex_id first = 0;
  for (vertex_id size = 2; size <= cliques; ++size) {
    for (vertex_id u = 0; u < size; ++u) {
      for (vertex_id v = 0; v < u; ++v) pairs.emplace_back(first + u, first + v);
    }
    if (first > 0) pairs.emplace_back(first, first - 1);
    first += size;
  }
  const graph g = build(edges_of(first, pairs, false)).g;
  expect_valid(g, cliques - 1, cliques);
  EXPECT_EQ(core_numbers(g, cores_on_threads(2)).report.levels, cliques - 1);
}

// The levels between are empty.
TEST(cores_of_shapes, skip_empty_levels) {
  edge_pairs pairs;
  for (vertex_id u = 0; u < 900; ++u) {
    for (vertex_id v = 0; v < u; ++v) pairs.emplace_back(u, v);
  }
  pairs.emplace_back(0, 900);
  expect_valid(build(edges_of(901, pairs, false)).g, 899, 900);
}

// A random graph of uniform degrees falls apart at one level, in a cascade that grows from few vertices to all.
TEST(cores_of_shapes, survive_a_collapse) {
  const graph g = build(generate("uniform:15:8")).g;
  const std::vector<vertex_id> expected = cores_by_hand(g);
  for (const int threads : {1, 2, 4}) {
    const cores_result found = core_numbers(g, cores_on_threads(threads));
    EXPECT_EQ(std::vector<vertex_id>(found.core_numbers.begin(), found.core_numbers.end()), expected);
  }
}

// More contention of threads for the same hubs than in any other test graph; every run is the same.
TEST(cores_of_shapes, are_the_same_in_every_run) {
  const graph g = build(generate("kron:13:16")).g;
  const std::vector<vertex_id> expected = cores_by_hand(g);
  for (const int threads : {2, 3, 4, 8, 8}) {
    std::vector<vertex_id> core(g.num_vertices());
    cores_engine::peel(g.view(), false, core.data(), threads, {});
    ASSERT_EQ(core, expected) << threads << " threads";
  }
  for (int run = 0; run < 4; ++run) {
    const cores_result found = core_numbers(g, cores_on_threads(0));
    ASSERT_EQ(std::vector<vertex_id>(found.core_numbers.begin(), found.core_numbers.end()), expected);
  }
}

}  // namespace
}  // namespace fathom::test
