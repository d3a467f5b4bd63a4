// betweenness() along weights, against Brandes' algorithm with a priority queue.
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "reference/weighted_brandes.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

struct weights_of_edges {
  const char* name;
  double (*weight)(std::uint64_t random);
};

// Floats, integers and doubles that floats cannot represent; with many ties and with none.
const std::vector<weights_of_edges> kinds_of_weights = {
    {"ones", [](std::uint64_t) { return 1.0; }},
    {"few", [](std::uint64_t r) { return 1.0 + static_cast<double>(r % 3); }},
    {"quarters", [](std::uint64_t r) { return 0.25 * static_cast<double>(1 + r % 7); }},
    {"large", [](std::uint64_t r) { return static_cast<double>(1 + r % 2 * (1u << 31)); }},
    {"wide integers", [](std::uint64_t r) { return 16777217.0 * static_cast<double>(1 + r % 2); }},
    {"floats", [](std::uint64_t r) { return static_cast<double>(0.5f + static_cast<float>(unit_interval(r))); }},
    {"doubles", [](std::uint64_t r) { return 0.1 + unit_interval(r); }},
};

graph weighted(edge_list edges, const weights_of_edges& how, const build_options& options = {}) {
  edges.wide_weights = array<double>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges.wide_weights[i] = how.weight(random_bits(3, i));
  build_options exact = options;
  exact.exact_weights = true;
  return build(std::move(edges), exact).g;
}

// As stated in betweenness.hpp.
void scale(const graph& g, std::span<const vertex_id> sources, bool endpoints, test::weighted_sums& sums) {
  const double n = g.num_vertices(), halved = g.directed() ? 1 : 2, sampled = static_cast<double>(sources.size());
  const bool all = sources.size() == g.num_vertices();
  const double most = endpoints ? n : n - 1;
  std::vector<bool> searched(g.num_vertices());
  for (const vertex_id s : sources) searched[s] = true;
  for (vertex_id v = 0; v < g.num_vertices() && most >= 2; ++v) {
    const double k = all ? most : searched[v] && !endpoints ? sampled - 1 : sampled;
    sums.vertices[v] *= most / (k * halved);
  }
  for (double& value : sums.edges) value *= n < 2 ? 1 : n / (sampled * halved);
}

void expect_same(const graph& g, std::span<const vertex_id> sources, bool endpoints, int threads) {
  test::weighted_sums expected = test::weighted_brandes(g, sources, endpoints);
  scale(g, sources, endpoints, expected);
  const betweenness_options options{
      .sources = sources, .normalized = false, .weighted = true, .endpoints = endpoints, .edges = true};
  execution exec;
  exec.control.threads = threads;
  const betweenness_result found = betweenness(g, options, exec);
  ASSERT_EQ(found.vertices.size(), g.num_vertices());
  ASSERT_EQ(found.edges.size(), g.num_edges());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    ASSERT_NEAR(found.vertices[v], expected.vertices[v], 1e-11 * std::max(1.0, expected.vertices[v])) << "vertex " << v;
  }
  const adjacency_view& out = g.view().out;
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
      double sum = expected.edges[e];
      if (!g.directed()) {
        const vertex_id* const reverse = std::lower_bound(out.begin(out.targets[e]), out.end(out.targets[e]), u);
        sum = out.targets[e] == u ? 0 : sum + expected.edges[static_cast<std::size_t>(reverse - out.targets)];
      }
      ASSERT_NEAR(found.edges[e], sum, 1e-11 * std::max(1.0, sum)) << "edge " << u << " -> " << out.targets[e];
    }
  }
}

class weighted_betweenness_of : public testing::TestWithParam<test::specimen> {};

TEST_P(weighted_betweenness_of, is_that_of_dijkstra_and_brandes) {
  for (const weights_of_edges& how : kinds_of_weights) {
    const graph g = weighted(GetParam().edges(), how);
    if (!g.weighted()) continue;  // no edges
    SCOPED_TRACE(how.name);
    std::vector<vertex_id> all(g.num_vertices());
    std::iota(all.begin(), all.end(), vertex_id{0});
    const bool small = all.size() <= 130;
    std::vector<vertex_id> some;
    for (vertex_id v = 0; v < g.num_vertices(); v += small ? 3 : g.num_vertices() / 4) some.push_back(v);
    if (small) expect_same(g, all, false, 1);
    expect_same(g, some, true, 3);
    if (some.size() > 1) expect_same(g, some, false, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, weighted_betweenness_of, testing::ValuesIn(test::zoo_without_the_long_path()), test::specimen_name());

TEST(weighted_betweenness, with_equal_weights_is_that_of_hops) {
  const graph g = with_random_weights(build(kron(8)).g, 7, 7);
  const betweenness_result hops = betweenness(g, {.edges = true}), weights = betweenness(g, {.weighted = true, .edges = true});
  EXPECT_NE(weights.report.engine.find("weighted search per thread"), std::string::npos) << weights.report.engine;
  EXPECT_EQ(weights.report.reached, hops.report.reached);
  EXPECT_EQ(weights.report.edges_traversed, hops.report.edges_traversed);
  for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_NEAR(weights.vertices[v], hops.vertices[v], 1e-12);
  for (edge_offset e = 0; e < g.num_edges(); ++e) ASSERT_NEAR(weights.edges[e], hops.edges[e], 1e-12);
}

TEST(weighted_betweenness, without_weights_is_that_of_hops) {
  const graph g = build(path(5)).g;
  const betweenness_result found = betweenness(g, {.normalized = false, .weighted = true});
  EXPECT_DOUBLE_EQ(found.vertices[2], 4);
  EXPECT_EQ(found.report.engine.find("weighted"), std::string::npos) << found.report.engine;
}

TEST(weighted_betweenness, counts_parallel_edges_of_equal_weight_as_paths) {
  build_options keep;
  keep.parallel = parallel_edges::keep;
  edge_list edges = test::edges_of(4, {{0, 1}, {0, 1}, {0, 1}, {1, 3}, {0, 2}, {2, 3}}, true);
  const graph g = weighted(std::move(edges), {"", [](std::uint64_t) { return 0.75; }}, keep);
  const betweenness_result found = betweenness(g, {.normalized = false, .weighted = true});
  EXPECT_DOUBLE_EQ(found.vertices[1], 3 / 4.0);
  EXPECT_DOUBLE_EQ(found.vertices[2], 1 / 4.0);
}

// The number of paths from corner to corner is 10^600.
TEST(weighted_betweenness, counts_more_paths_than_a_double_holds) {
  const graph g = with_random_weights(build(grid(1000, 1000)).g, 3, 3);
  const std::vector<vertex_id> corner{0};
  const betweenness_options hops{.sources = corner, .normalized = false, .endpoints = true};
  betweenness_options weights = hops;
  weights.weighted = true;
  const betweenness_result expected = betweenness(g, hops), found = betweenness(g, weights);
  EXPECT_NE(found.report.engine.find("extended-range"), std::string::npos) << found.report.engine;
  for (vertex_id v = 0; v < g.num_vertices(); v += 777) {
    ASSERT_NEAR(found.vertices[v] / expected.vertices[v], 1, 1e-9) << v;
  }
}

TEST(weighted_betweenness, refuses_weights_that_do_not_lengthen_a_path) {
  const auto message = [](const graph& g, const betweenness_options& options) -> std::string {
    try {
      static_cast<void>(betweenness(g, options));
    } catch (const error& e) {
      return (e.category() == error_category::input ? "input: " : "other: ") + std::string(e.what());
    }
    return "none";
  };
  const auto pair_of = [](double first, double second) {
    edge_list edges = test::edges_of(3, {{0, 1}, {1, 2}}, false);
    edges.wide_weights = array<double>(2);
    edges.wide_weights[0] = first, edges.wide_weights[1] = second;
    build_options exact;
    exact.exact_weights = true;
    return build(std::move(edges), exact).g;
  };
  EXPECT_NE(message(pair_of(1, 0), {.weighted = true}).find("input: edge 1 -> 2 has the weight 0"), std::string::npos);
  EXPECT_NE(message(pair_of(-1, 2), {.weighted = true}).find("input: edge 0 -> 1 has the weight -1"), std::string::npos);
  EXPECT_NE(
      message(pair_of(1e30, 1e-30), {.weighted = true}).find("input: edge 1 -> 2 has the weight 1e-30, which does not change"),
      std::string::npos);
  EXPECT_EQ(message(pair_of(1, 0), {}), "none");
  EXPECT_NE(message(pair_of(1, 2), {.weighted = true, .at_once = -1}).find("at_once is -1"), std::string::npos);
  EXPECT_NE(message(pair_of(1, 2), {.weighted = true, .memory_bytes = 10}).find("10 B may be used"), std::string::npos);
}

}  // namespace
}  // namespace fathom
