// Truss numbers and k-trusses against repeated removal, on every graph shape and number of threads.
#include "fathom/truss.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/triangles.hpp"
#include "reference/truss_by_hand.hpp"
#include "truss/cpu/edge_rows.hpp"
#include "truss/cpu/peel.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

std::vector<vertex_id> numbers_of(const graph& g, int threads = 1) {
  truss_options options;
  options.control.threads = threads;
  const truss_result found = truss_numbers(g, options);
  return {found.truss_numbers.begin(), found.truss_numbers.end()};
}

graph undirected_graph(edge_list edges, bool as_listed = false) {
  edges.directed = false;
  build_options options;
  if (as_listed) options.parallel = parallel_edges::keep, options.loops = self_loops::keep;
  return build(std::move(edges), options).g;
}

void expect_trusses(const graph& g) {
  const std::vector<vertex_id> expected = truss_by_hand(g);
  const truss_result found = truss_numbers(g);
  ASSERT_EQ(std::vector<vertex_id>(found.truss_numbers.begin(), found.truss_numbers.end()), expected);
  std::set<vertex_id> levels(expected.begin(), expected.end());
  levels.erase(0);
  EXPECT_EQ(found.report.levels, levels.size());
  EXPECT_EQ(found.largest, levels.empty() ? 0 : *levels.rbegin());
  EXPECT_EQ(found.report.triangles, count_triangles(g).count);
  const truss_validation valid = validate_truss(g, expected);
  EXPECT_TRUE(valid.valid) << valid.message;
}

class trusses_of : public testing::TestWithParam<specimen> {};

TEST_P(trusses_of, agree_with_repeated_removal) { expect_trusses(undirected_graph(GetParam().edges())); }

TEST_P(trusses_of, count_parallel_edges_once_and_ignore_loops) {
  const graph g = undirected_graph(GetParam().edges(), true);
  if (g.num_vertices() < 300 || g.properties().duplicates > 0) expect_trusses(g);
}

// truss_numbers() leaves graphs of this size to one thread.
TEST_P(trusses_of, do_not_depend_on_the_number_of_threads) {
  const graph g = undirected_graph(GetParam().edges());
  const std::vector<vertex_id> one = numbers_of(g);
  for (const int threads : {2, 5}) {
    const truss_engine::edge_rows rows = truss_engine::number_edges(g, threads, {});
    std::vector<std::uint32_t> support(rows.num_edges());
    truss_engine::count_support(rows, support.data(), threads, {});
    truss_engine::peel(rows, support.data(), threads, {});
    for (vertex_id u = 0; u < g.num_vertices(); ++u) {
      for (edge_offset i = rows.offsets[u]; i < rows.offsets[u + 1]; ++i) {
        const edge_offset e = static_cast<edge_offset>(
            std::lower_bound(g.view().out.begin(u), g.view().out.end(u), rows.neighbors[i]) - g.view().out.targets);
        ASSERT_EQ(support[rows.edges[i]] + 2, one[e]) << u << " - " << rows.neighbors[i];
      }
    }
  }
}

TEST_P(trusses_of, are_subgraphs_whose_edges_are_in_triangles) {
  const graph g = undirected_graph(GetParam().edges());
  const std::vector<vertex_id> numbers = numbers_of(g);
  for (vertex_id k = 2; k < 6; ++k) {
    const graph truss = k_truss(g, k, numbers);
    ASSERT_EQ(truss.num_edges(), std::count_if(numbers.begin(), numbers.end(), [&](vertex_id t) { return t >= k; }));
    for (vertex_id v = 0; v < truss.num_vertices(); ++v) ASSERT_GT(truss.view().out.degree(v), 0u);
    for (const vertex_id number : numbers_of(truss)) ASSERT_GE(number, k);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, trusses_of, testing::ValuesIn(zoo_without_the_long_path()), specimen_name());

// From graphs with few triangles to one with a large innermost truss, with rounds of many edges on several threads.
TEST(trusses, agree_on_random_graphs_of_all_densities) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const std::uint64_t n = 120, m = n * seed * seed / 2;
    edge_pairs pairs;
    for (std::uint64_t i = 0; i < m; ++i) {
      pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % (1 + random_bits(seed, 2 * i) % n));
    }
    expect_trusses(undirected_graph(edges_of(n, pairs, false)));
  }
  const graph large = undirected_graph(kron(11));
  const std::vector<vertex_id> one = numbers_of(large, 1);
  EXPECT_EQ(numbers_of(large, 3), one);
  EXPECT_TRUE(validate_truss(large, one).valid);
}

TEST(trusses, of_complete_graphs_have_the_number_of_vertices) {
  const truss_result found = truss_numbers(build(complete(40)).g);
  for (const vertex_id number : found.truss_numbers) ASSERT_EQ(number, 40u);
  EXPECT_EQ(found.innermost, 40u * 39 / 2);
  const truss_result none = truss_numbers(build(edges_of(5, {}, false)).g);
  EXPECT_EQ(none.largest, 0u);
  EXPECT_EQ(none.innermost, 0u);
  EXPECT_TRUE(truss_numbers(graph()).truss_numbers.empty());
}

TEST(k_truss, keeps_original_ids_and_weights) {
  // A triangle 1, 3, 5 with a tail 5 - 7 - 9.
  edge_list edges = edges_of(10, {{1, 3}, {3, 5}, {5, 1}, {5, 7}, {7, 9}}, false);
  edges.weights = array<edge_weight>(5);
  for (std::size_t i = 0; i < 5; ++i) edges.weights[i] = static_cast<edge_weight>(i + 1);
  const graph g = build(std::move(edges)).g;
  const std::vector<vertex_id> numbers = numbers_of(g);
  const graph truss = k_truss(g, 3, numbers);
  ASSERT_EQ(truss.num_vertices(), 3u);
  EXPECT_EQ(truss.num_edges(), 6u);
  EXPECT_FALSE(truss.directed());
  for (vertex_id v = 0; v < 3; ++v) EXPECT_EQ(truss.original_id(v), 2 * v + 1);
  EXPECT_EQ(truss.view().out.weight(0), 1);  // 1 - 3
  EXPECT_EQ(truss.view().out.weight(1), 3);  // 1 - 5
  EXPECT_EQ(k_truss(g, 2, numbers).num_vertices(), 5u);
  EXPECT_EQ(k_truss(g, 4, numbers).num_vertices(), 0u);
  EXPECT_THROW(static_cast<void>(k_truss(g, 3, std::vector<vertex_id>{3, 3})), error);
}

TEST(trusses, stop_on_request_and_refuse_directions) {
  EXPECT_THROW(static_cast<void>(truss_numbers(build(edges_of(3, {{0, 1}, {1, 2}}, true)).g)), error);
  const graph g = build(grid(50, 50)).g;
  expect_error(error_category::cancelled, [&] { static_cast<void>(truss_numbers(g, {.control = stopped_on_progress()})); });
}

}  // namespace
}  // namespace fathom::test
