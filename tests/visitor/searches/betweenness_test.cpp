// betweenness() against counting the shortest paths of all pairs, on the zoo.
#include "fathom/betweenness.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "fathom/error.hpp"
#include "reference/shortest_paths.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

// Sums of up to some thousand numbers, in any order.
constexpr double relative_tolerance = 1e-12;

void expect_close(double value, double expected, const char* what, std::uint64_t where) {
  ASSERT_NEAR(value, expected, relative_tolerance * std::max(1.0, std::abs(expected))) << what << " " << where;
}

// Sums over pairs from these sources, unscaled.
std::vector<double> vertices_by_hand(const test::all_paths& all, std::span<const vertex_id> sources, bool endpoints) {
  const auto n = static_cast<vertex_id>(all.distance.size());
  std::vector<double> sums(n);
  for (const vertex_id s : sources) {
    for (vertex_id t = 0; t < n; ++t) {
      if (s == t || all.distance[s][t] == unreachable) continue;
      for (vertex_id v = 0; v < n; ++v) {
        if (endpoints || (v != s && v != t)) sums[v] += test::share_through(all, s, t, v, v, 0);
      }
    }
  }
  return sums;
}

std::vector<double> edges_by_hand(const test::all_paths& all, const graph& g, std::span<const vertex_id> sources) {
  std::vector<double> sums(g.num_edges());
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
      const vertex_id v = g.view().out.targets[e];
      for (const vertex_id s : sources) {
        for (vertex_id t = 0; t < g.num_vertices(); ++t) {
          if (s == t) continue;
          sums[e] += test::share_through(all, s, t, u, v, 1);
          if (!g.directed()) sums[e] += test::share_through(all, s, t, v, u, 1);
        }
      }
    }
  }
  return sums;
}

std::vector<vertex_id> every(vertex_id step, const graph& g) {
  std::vector<vertex_id> some;
  for (vertex_id v = 0; v < g.num_vertices(); v += step) some.push_back(v);
  return some;
}

class betweenness_of : public testing::TestWithParam<test::specimen> {};

TEST_P(betweenness_of, vertices_is_that_of_all_pairs) {
  const graph g = build(GetParam().edges()).g;
  const vertex_id n = g.num_vertices();
  const test::all_paths all = test::count_all_paths(g);
  // All sources of smaller graphs, some sources of larger ones.
  const std::vector<vertex_id> sources = every(n <= 130 ? 1 : n / 8, g);
  for (const bool endpoints : {false, true}) {
    const std::vector<double> expected = vertices_by_hand(all, sources, endpoints);
    for (const int threads : {1, 3}) {
      betweenness_options options;
      options.sources = sources;
      options.endpoints = endpoints, options.normalized = false;
      execution exec;
      exec.control.threads = threads;
      const betweenness_result found = betweenness(g, options, exec);
      ASSERT_EQ(found.vertices.size(), n);
      if (n == 0) return;
      EXPECT_EQ(found.samples.empty(), sources.size() == n);
      // As stated in betweenness.hpp.
      const double most = endpoints ? n : n - 1.0, halved = g.directed() ? 1 : 2;
      const double k = sources.size() == n ? most : static_cast<double>(sources.size());
      std::vector<bool> searched(n);
      for (const vertex_id s : sources) searched[s] = true;
      for (vertex_id v = 0; v < n; ++v) {
        const bool fewer = searched[v] && !endpoints && sources.size() < n;
        expect_close(found.vertices[v], most < 2 ? expected[v] : expected[v] * most / ((fewer ? k - 1 : k) * halved), "vertex", v);
      }
    }
  }
}

TEST_P(betweenness_of, edges_is_that_of_all_pairs) {
  const graph g = build(GetParam().edges()).g;
  const vertex_id n = g.num_vertices();
  const test::all_paths all = test::count_all_paths(g);
  const std::vector<vertex_id> sources = every(n <= 130 ? 1 : n / 3, g);
  const std::vector<double> expected = edges_by_hand(all, g, sources);
  betweenness_options options;
  options.sources = sources;
  options.edges = true, options.vertices = false, options.normalized = true;
  const betweenness_result found = betweenness(g, options);
  EXPECT_TRUE(found.vertices.empty());
  ASSERT_EQ(found.edges.size(), g.num_edges());
  for (edge_offset e = 0; e < g.num_edges(); ++e) {
    expect_close(found.edges[e], n < 2 ? expected[e] : expected[e] / (static_cast<double>(sources.size()) * (n - 1.0)), "edge", e);
  }
}

// networkx.load_centrality(): packets to a source, vertex by vertex, from the farthest.
std::vector<double> load_by_hand(const test::all_paths& all, const graph& g, std::span<const vertex_id> sources) {
  const vertex_id n = g.num_vertices();
  std::vector<double> sums(n);
  for (const vertex_id s : sources) {
    const auto& distance = all.distance[s];
    std::vector<double> packets(n, 1);
    for (hop_count level = static_cast<hop_count>(n); level > 1; --level) {
      for (vertex_id v = 0; v < n; ++v) {
        if (distance[v] != level) continue;
        std::vector<vertex_id> closer;
        for (vertex_id u = 0; u < n; ++u) {
          for (const vertex_id* w = g.view().out.begin(u); w != g.view().out.end(u); ++w) {
            if (*w == v && distance[u] == level - 1) closer.push_back(u);
          }
        }
        for (const vertex_id u : closer) packets[u] += packets[v] / static_cast<double>(closer.size());
      }
    }
    for (vertex_id v = 0; v < n; ++v) sums[v] += v == s || distance[v] == unreachable ? 0 : packets[v] - 1;
  }
  return sums;
}

TEST_P(betweenness_of, load_is_that_of_packets) {
  const graph g = build(GetParam().edges()).g;
  const vertex_id n = g.num_vertices();
  if (n > 130) return;  // the reference is slow
  const std::vector<vertex_id> sources = every(1, g);
  const std::vector<double> expected = load_by_hand(test::count_all_paths(g), g, sources);
  for (const int threads : {1, 3}) {
    betweenness_options options;
    options.load = true;
    const betweenness_result found = betweenness(g, options, {.control = {.threads = threads}});
    ASSERT_EQ(found.vertices.size(), n);
    for (vertex_id v = 0; v < n; ++v)
      expect_close(found.vertices[v], n < 3 ? expected[v] : expected[v] / ((n - 1.0) * (n - 2.0)), "load", v);
  }
}

TEST(betweenness, refuses_load_with_other_options) {
  const graph g = build(test::krackhardts_kite()).g;
  for (const auto& set : {+[](betweenness_options& o) { o.edges = true; }, +[](betweenness_options& o) { o.endpoints = true; },
                          +[](betweenness_options& o) { o.weighted = true; }}) {
    betweenness_options options;
    options.load = true;
    set(options);
    EXPECT_THROW(static_cast<void>(betweenness(g, options)), error);
  }
}

// The long path has a test of its own.
INSTANTIATE_TEST_SUITE_P(zoo, betweenness_of, testing::ValuesIn(test::zoo_without_the_long_path()), test::specimen_name());

TEST(betweenness, of_a_long_path) {
  const vertex_id n = test::long_path_vertices;
  const graph g = build(path(n)).g;
  const std::vector<vertex_id> ends{0, n - 1};
  const betweenness_result found = betweenness(g, {.sources = ends, .normalized = false, .endpoints = true, .edges = true});
  EXPECT_EQ(found.report.depth, static_cast<hop_count>(n - 1));
  for (vertex_id v = 0; v < n; v += 997) {
    // Targets at v or beyond it, from either end.
    const double paths = (v == 0 ? n - 1.0 : n - v) + (v == n - 1 ? n - 1.0 : v + 1.0);
    expect_close(found.vertices[v], paths * n / (2 * 2), "vertex", v);
  }
  for (const double value : found.edges) ASSERT_NEAR(value, n * (n / 4.0), 1e-3);
}

// A lattice has binomially many paths: 10^600 from corner to corner of this one. Compared with logarithms of factorials.
TEST(betweenness, counts_more_paths_than_a_double_holds) {
  const vertex_id side = 1000;
  const graph g = build(grid(side, side)).g;
  const std::vector<vertex_id> corner{0};
  const betweenness_result found = betweenness(g, {.sources = corner, .normalized = false, .endpoints = true});
  EXPECT_NE(found.report.engine.find("extended-range"), std::string::npos) << found.report.engine;
  const auto paths = [](double a, double b) { return std::lgamma(a + b + 1) - std::lgamma(a + 1) - std::lgamma(b + 1); };
  const std::vector<std::pair<vertex_id, vertex_id>> some{{999, 999}, {500, 500}, {990, 3}, {0, 7}, {998, 998}};
  for (const auto& [x, y] : some) {
    double sum = 0;
    for (vertex_id tx = x; tx < side; ++tx) {
      for (vertex_id ty = y; ty < side; ++ty) sum += std::exp(paths(x, y) + paths(tx - x, ty - y) - paths(tx, ty));
    }
    const double expected = sum * g.num_vertices() / 2;
    EXPECT_NEAR(found.vertices[y * side + x] / expected, 1, 1e-8) << x << " " << y;
  }
  for (const double value : found.vertices) ASSERT_TRUE(std::isfinite(value));
}

TEST(betweenness, draws_samples_by_the_seed) {
  const graph g = build(kron(10)).g;
  const betweenness_result some = betweenness(g, {.samples = 300}), same = betweenness(g, {.samples = 300});
  EXPECT_EQ(some.samples.size(), 300u);
  EXPECT_EQ(some.report.searches, 300u);
  EXPECT_EQ(some.samples, same.samples);
  for (vertex_id v = 0; v < g.num_vertices(); ++v) expect_close(some.vertices[v], same.vertices[v], "vertex", v);
  EXPECT_NE(betweenness(g, {.samples = 300, .seed = 5}).samples, some.samples);
  EXPECT_TRUE(betweenness(g).samples.empty());
  EXPECT_TRUE(betweenness(g, {.samples = 5000}).samples.empty());
}

// The mean of many estimates is within 5 standard errors of the exact value, at each vertex and edge.
TEST(betweenness, estimates_without_bias) {
  const graph g = build(kron(7)).g;
  const betweenness_result exact = betweenness(g, {.edges = true});
  const int runs = 400;
  std::vector<double> sum(g.num_vertices()), squares(g.num_vertices()), edge_sum(g.num_edges()), edge_squares(g.num_edges());
  for (int run = 0; run < runs; ++run) {
    betweenness_options options{.samples = 20, .edges = true};
    options.seed = static_cast<std::uint64_t>(run);
    execution exec;
    exec.control.threads = 1;
    const betweenness_result some = betweenness(g, options, exec);
    for (std::size_t v = 0; v < sum.size(); ++v) sum[v] += some.vertices[v], squares[v] += some.vertices[v] * some.vertices[v];
    for (std::size_t e = 0; e < edge_sum.size(); ++e) {
      edge_sum[e] += some.edges[e], edge_squares[e] += some.edges[e] * some.edges[e];
    }
  }
  const auto expect_unbiased = [&](double all, double all_squares, double truth, std::size_t where) {
    const double mean = all / runs, variance = std::max(0.0, all_squares / runs - mean * mean);
    EXPECT_LE(std::abs(mean - truth), 5 * std::sqrt(variance / runs) + 1e-12) << where;
  };
  for (std::size_t v = 0; v < sum.size(); ++v) expect_unbiased(sum[v], squares[v], exact.vertices[v], v);
  for (std::size_t e = 0; e < edge_sum.size(); ++e) expect_unbiased(edge_sum[e], edge_squares[e], exact.edges[e], e);
}

TEST(betweenness, of_parallel_edges_has_parallel_paths) {
  build_options keep;
  keep.parallel = parallel_edges::keep;
  // From 0 to 3: two paths through 1, one through 2.
  const graph g = build(test::edges_of(4, {{0, 1}, {0, 1}, {1, 3}, {0, 2}, {2, 3}}, true), keep).g;
  const betweenness_result found = betweenness(g, {.normalized = false, .edges = true});
  EXPECT_DOUBLE_EQ(found.vertices[1], 2 / 3.0);
  EXPECT_DOUBLE_EQ(found.vertices[2], 1 / 3.0);
  ASSERT_EQ(found.edges.size(), 5u);
  EXPECT_DOUBLE_EQ(found.edges[0], 1 / 2.0 + 1 / 3.0);
  EXPECT_DOUBLE_EQ(found.edges[1], 1 / 2.0 + 1 / 3.0);
}

// A graph with more edges in one direction than in the other is directed, also without in-edges.
TEST(betweenness, of_edges_with_fewer_edges_back) {
  build_options keep;
  keep.parallel = parallel_edges::keep, keep.in = in_edges::none;
  const graph g = build(test::edges_of(2, {{0, 1}, {0, 1}, {1, 0}}, true), keep).g;
  const betweenness_result found = betweenness(g, {.normalized = false, .edges = true});
  EXPECT_EQ(std::vector<double>(found.edges.begin(), found.edges.end()), (std::vector<double>{0.5, 0.5, 1}));
}

TEST(betweenness, refuses_what_it_cannot_do) {
  const graph g = build(path(5)).g;
  const auto message = [&](const betweenness_options& options) -> std::string {
    try {
      static_cast<void>(betweenness(g, options));
    } catch (const error& e) {
      return e.what();
    }
    return "none";
  };
  const std::vector<vertex_id> outside{1, 5}, twice{2, 3, 2};
  EXPECT_NE(message({.sources = outside}).find("vertex 5 (number 2 of 2) is outside"), std::string::npos);
  EXPECT_NE(message({.sources = twice}).find("source 2 is given twice (again as number 3 of 3)"), std::string::npos);
  EXPECT_NE(message({.sources = twice, .samples = 2}).find("exclude each other"), std::string::npos);
  EXPECT_NE(message({.method = betweenness_method::grid}).find("method grid requires a CUDA device"), std::string::npos);
  EXPECT_NE(message({.memory_bytes = 100}).find("100 B may be used"), std::string::npos);
}

}  // namespace
}  // namespace fathom
