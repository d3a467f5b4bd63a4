// PageRank with weights that single precision cannot represent, and with sums of parallel edges.
#include <cmath>

#include "base/random.hpp"
#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "ranking.hpp"

namespace fathom::test {
namespace {

edge_list list_of(bool directed, double (*weight)(std::uint64_t)) {
  edge_list edges;
  constexpr std::size_t size = 300;
  edges.num_vertices = 60, edges.directed = directed;
  edges.sources = array<vertex_id>(size), edges.targets = array<vertex_id>(size), edges.wide_weights = array<double>(size);
  for (std::size_t i = 0; i < size; ++i) {
    edges.sources[i] = static_cast<vertex_id>(bounded(random_bits(1, i), 50));
    edges.targets[i] = static_cast<vertex_id>(bounded(random_bits(2, i), 60));
    edges.wide_weights[i] = weight(random_bits(3, i));
  }
  return edges;
}

double tiny(std::uint64_t r) { return r % 5 == 0 ? 0 : std::ldexp(unit_interval(r), -300); }
double huge(std::uint64_t r) { return std::ldexp(1 + unit_interval(r), 600); }
double far_apart(std::uint64_t r) { return std::ldexp(1 + unit_interval(r), static_cast<int>(r % 8) - 900 + (r % 2 == 0 ? 0 : 4)); }
double bytes(std::uint64_t r) { return static_cast<double>(r % (std::uint64_t{1} << 50)); }

TEST(wide_weights, count_in_proportion) {
  for (const auto& weight : {tiny, huge, far_apart, bytes}) {
    for (const bool directed : {true, false}) {
      for (const in_edges in : {in_edges::automatic, in_edges::none}) {
        build_options building;
        building.in = in, building.parallel = parallel_edges::sum;
        const graph g = build(list_of(directed, weight), building).g;
        ASSERT_TRUE(g.has_wide_weights());
        pagerank_options options;
        options.tolerance = 1e-13, options.max_iterations = 1000;
        expect_ranks(ranks_of(g, options), ranks_by_hand(g), 1e-6);
      }
    }
  }
}

TEST(wide_weights, that_are_negative_are_named) {
  edge_list edges = list_of(true, tiny);
  edges.wide_weights[7] = -1e-60;
  const graph g = build(std::move(edges)).g;
  expect_error(error_category::usage, "-1e-60", [&] { static_cast<void>(ranks_of(g)); });
}

// Power iterations in the test; NetworkX computes the same scores for a MultiDiGraph.
TEST(parallel_edges, add_up_as_in_a_multigraph) {
  const auto log = [] {
    edge_list edges;
    edges.num_vertices = 4;
    edges.sources = array<vertex_id>(6), edges.targets = array<vertex_id>(6), edges.weights = array<edge_weight>(6);
    std::copy_n(std::vector<vertex_id>{0, 0, 0, 1, 2, 3}.begin(), 6, edges.sources.begin());
    std::copy_n(std::vector<vertex_id>{1, 1, 2, 0, 0, 2}.begin(), 6, edges.targets.begin());
    std::copy_n(std::vector<edge_weight>{2, 5, 3, 1, 4, 1}.begin(), 6, edges.weights.begin());
    return edges;
  };
  pagerank_options options;
  options.tolerance = 1e-15, options.max_iterations = 1000;
  build_options adding;
  adding.parallel = parallel_edges::sum;
  const graph sums = build(log(), adding).g;
  adding.parallel = parallel_edges::keep;
  const graph all = build(log(), adding).g;
  const std::vector<double> expected{0.4624999999999998, 0.3126875, 0.1873125, 0.0375};
  expect_ranks(ranks_of(sums, options), expected, 1e-12);
  expect_ranks(ranks_of(all, options), expected, 1e-12);
}

}  // namespace
}  // namespace fathom::test
