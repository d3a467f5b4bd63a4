// Initial scores of pagerank() toward a tolerance: in proportion to degrees where random walks forget their beginning.
#include <algorithm>
#include <cstring>

#include "ranking.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

constexpr double rough = 1e-4;

pagerank_result from_uniform_scores(const graph& g, pagerank_options options) {
  const std::vector<double> one(g.num_vertices(), 1.0);
  options.start = one;
  return ranks_of(g, options);
}

bool same_bits(const pagerank_result& a, const pagerank_result& b) {
  return a.scores.size() == b.scores.size() && std::memcmp(a.scores.data(), b.scores.data(), a.scores.bytes()) == 0;
}

// A random graph of `core` vertices, then a pair, a vertex with a loop, a path of three vertices, and an isolated vertex.
graph core_and_small_components(vertex_id core) {
  edge_list edges = uniform(12);
  const std::size_t inside = edges.sources.size();
  const edge_pairs more{{core, core + 1}, {core + 2, core + 2}, {core + 3, core + 4}, {core + 4, core + 5}};
  array<vertex_id> sources(inside + more.size()), targets(inside + more.size());
  std::copy(edges.sources.begin(), edges.sources.end(), sources.begin());
  std::copy(edges.targets.begin(), edges.targets.end(), targets.begin());
  for (std::size_t i = 0; i < more.size(); ++i) sources[inside + i] = more[i].first, targets[inside + i] = more[i].second;
  edges.num_vertices = core + 7, edges.sources = std::move(sources), edges.targets = std::move(targets);
  return build(std::move(edges), {.loops = self_loops::keep, .where = {}, .control = {}}).g;
}

// The scores of power iterations sum to 1 from the first on, those of Gauss-Seidel once they are scaled.
TEST(pagerank_start, by_degree_saves_iterations_on_random_graphs) {
  for (const graph& g : {build(uniform(13)).g, build(kron(13)).g, core_and_small_components(1u << 12)}) {
    const std::vector<double> expected = ranks_by_hand(g);
    const layout hubs_first = prepare(g, {.order = vertex_order::degree, .where = tested_device(), .control = {}});
    for (const pagerank_method method : {pagerank_method::automatic, pagerank_method::power}) {
      const pagerank_options options{.tolerance = rough, .method = method, .where = tested_device()};
      const pagerank_result found = pagerank(g, options), uniform = from_uniform_scores(g, options);
      EXPECT_TRUE(found.report.converged);
      EXPECT_NE(found.report.engine.find("from degrees"), std::string::npos) << found.report.engine;
      EXPECT_LT(found.report.iterations, uniform.report.iterations);
      expect_ranks(found, expected, rough * 0.85 / 0.15);
      expect_ranks(ranks_of(g, {.tolerance = 1e-12, .max_iterations = 1000, .method = method}), expected, 1e-11);
      expect_ranks(pagerank(g, hubs_first, options), expected, rough * 0.85 / 0.15);
    }
  }
}

TEST(pagerank_start, takes_the_same_power_iterations_on_every_device) {
  for (const graph& g : {build(uniform(13)).g, build(kron(13)).g, core_and_small_components(1u << 12)}) {
    const pagerank_options options{.tolerance = rough, .method = pagerank_method::power, .precision = pagerank_precision::full};
    const layout l = prepare(g, {.order = vertex_order::caller, .where = tested_device(), .control = {}});
    pagerank_options here = options;
    here.where = tested_device();
    const pagerank_result found = pagerank(g, l, here), on_cpu = pagerank(g, options);
    EXPECT_EQ(found.report.iterations, on_cpu.report.iterations);
    EXPECT_NEAR(found.report.change, on_cpu.report.change, 1e-9);
  }
}

TEST(pagerank_start, knows_the_scores_of_pairs_and_loops) {
  constexpr vertex_id core = 1u << 12;
  const graph g = core_and_small_components(core);
  const std::vector<double> expected = ranks_by_hand(g);
  const pagerank_result found = ranks_of(g, {.tolerance = rough});
  for (const vertex_id v : {core, core + 1, core + 2, core + 6}) EXPECT_NEAR(found.scores[v] / expected[v], 1, 1e-3) << v;
}

TEST(pagerank_start, is_uniform_where_walks_stay_near_or_results_depend_on_it) {
  const graph lattice = build(grid(200, 200)).g, random = build(uniform(13)).g;
  const graph directed = build(as_directed(uniform(13))).g;
  const auto expect_uniform = [](const graph& g, const pagerank_options& options) {
    const pagerank_result found = ranks_of(g, options), uniform = from_uniform_scores(g, options);
    EXPECT_EQ(found.report.iterations, uniform.report.iterations);
    EXPECT_TRUE(same_bits(found, uniform));
  };
  expect_uniform(lattice, {.tolerance = rough});
  expect_uniform(directed, {.tolerance = rough});
  expect_uniform(random, {.tolerance = rough, .max_iterations = 0});
  expect_uniform(random, {.tolerance = 0, .max_iterations = 3});
}

TEST(pagerank_start, does_not_depend_on_the_number_of_threads) {
  const graph g = build(kron(14)).g;
  pagerank_options one{.tolerance = rough, .where = tested_device()}, three = one;
  one.control.threads = 1, three.control.threads = 3;
  EXPECT_TRUE(same_bits(pagerank(g, one), pagerank(g, three)));
}

}  // namespace
}  // namespace fathom::test
