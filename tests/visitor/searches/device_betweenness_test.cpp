// betweenness() on a CUDA device against the CPU, with both engines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "expected_error.hpp"
#include "fathom/betweenness.hpp"
#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

constexpr betweenness_method both[] = {betweenness_method::blocks, betweenness_method::grid};

void expect_close(const array<double>& found, const array<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(expected[i]) && std::isnan(found[i])) continue;  // of a single source
    ASSERT_NEAR(found[i], expected[i], 1e-9 * std::max(1e-3, std::abs(expected[i]))) << i;
  }
}

void expect_same(const betweenness_result& found, const betweenness_result& expected) {
  EXPECT_EQ(found.report.searches, expected.report.searches);
  EXPECT_EQ(found.report.reached, expected.report.reached);
  EXPECT_EQ(found.report.edges_traversed, expected.report.edges_traversed);
  EXPECT_EQ(found.report.depth, expected.report.depth);
  expect_close(found.vertices, expected.vertices);
  expect_close(found.edges, expected.edges);
}

execution on_device() { return {.where = test::tested_device()}; }

void compare(const graph& g, betweenness_options options) {
  const betweenness_result expected = betweenness(g, options);
  for (const betweenness_method method : both) {
    SCOPED_TRACE(to_string(method));
    options.method = method;
    const betweenness_result found = betweenness(g, options, on_device());
    EXPECT_EQ(found.report.where, test::tested_device());
    EXPECT_EQ(found.report.method == "grid", method == betweenness_method::grid) << found.report.method;
    expect_same(found, expected);
  }
}

std::vector<vertex_id> some_of(const graph& g, std::size_t count) {
  const std::size_t n = g.num_vertices();
  std::vector<vertex_id> some;
  for (std::size_t i = 0; i < std::min(count, n); ++i) some.push_back(static_cast<vertex_id>(i * n / std::min(count, n)));
  return some;
}

bool is_identical(const array<double>& a, const array<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

TEST(betweenness_on_device, vertices_and_edges_as_on_the_cpu) {
  for (const char* const spec : {"grid:20x30", "kron:9:8", "complete:40"}) {
    SCOPED_TRACE(spec);
    const graph g = build(generate(spec)).g;
    compare(g, {});
    compare(g, {.endpoints = true});
    compare(g, {.edges = true});
    compare(g, {.samples = 20, .edges = true});
  }
}

TEST(betweenness_on_device, values_stay_on_the_device_on_request) {
  for (const char* const spec : {"grid:20x30", "kron:9:8"}) {
    SCOPED_TRACE(spec);
    const graph g = build(generate(spec)).g;
    for (const betweenness_method method : both) {
      betweenness_options options{.samples = 20, .endpoints = method == betweenness_method::grid, .edges = true, .method = method};
      const betweenness_result expected = betweenness(g, options, on_device());
      EXPECT_EQ(expected.vertices.where(), device{});
      options.keep_on_device = true;
      betweenness_result kept = betweenness(g, options, on_device());
      EXPECT_EQ(kept.vertices.where(), test::tested_device());
      EXPECT_EQ(kept.edges.where(), test::tested_device());
      kept.vertices = to_host(kept.vertices), kept.edges = to_host(kept.edges);
      expect_same(kept, expected);
    }
  }
}

// More paths than a double can count: repeated with extended-range numbers.
TEST(betweenness_on_device, numbers_of_paths_beyond_a_double) {
  const graph g = build(generate("grid:540x540")).g;
  const std::vector<vertex_id> corners{0, 540 * 540 - 1};  // a single source gives no value at itself: NaN
  compare(g, {.sources = corners});
}

// Groups of one search, of some, several of the same size, and rows of every width.
class grid_betweenness_of : public testing::TestWithParam<test::specimen> {};

TEST_P(grid_betweenness_of, groups_of_all_sizes) {
  const graph g = build(GetParam().edges()).g;
  const bool is_long = g.num_vertices() >= test::long_path_vertices;
  bool endpoints = false;
  for (const std::size_t count : {1, 3, 8, 33, 100}) {
    if (is_long && count > 3) break;
    const std::vector<vertex_id> sources = some_of(g, count);
    if (sources.empty()) continue;
    SCOPED_TRACE(count);
    endpoints = !endpoints;
    betweenness_options options{.sources = sources, .normalized = false, .endpoints = endpoints};
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout l = prepare(g, {.order = order, .where = {}, .control = {}});
      options.method = betweenness_method::automatic;
      options.edges = order == vertex_order::caller || count == 33;
      const betweenness_result expected = betweenness(g, l, options);
      options.method = betweenness_method::grid;
      expect_same(betweenness(g, l, options, on_device()), expected);
      const layout there = prepare(g, {.order = order, .where = test::tested_device(), .control = {}});
      expect_same(betweenness(g, there, options, on_device()), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, grid_betweenness_of, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(grid_betweenness, rows_of_every_width) {
  const graph g = build(generate("kron:12:16")).g;
  const std::vector<vertex_id> sources = some_of(g, 70);
  betweenness_options options{.sources = sources, .edges = true};
  const betweenness_result expected = betweenness(g, options);
  options.method = betweenness_method::grid;
  for (const int at_once : {1, 2, 3, 8, 16, 31, 32, 100}) {
    SCOPED_TRACE(at_once);
    options.at_once = at_once;
    const betweenness_result found = betweenness(g, options, on_device());
    EXPECT_LE(found.report.at_once, std::min(at_once, 32));
    expect_same(found, expected);
  }
}

// Hubs with some thousand edges are summed by several warps, and lists are filled by all.
TEST(grid_betweenness, runs_do_not_differ) {
  for (const char* const spec : {"kron:13:16", "star:5000", "grid:60x70", "uniform:12:20"}) {
    SCOPED_TRACE(spec);
    const graph g = build(generate(spec)).g;
    const std::vector<vertex_id> sources = some_of(g, 50);
    const betweenness_options options{.sources = sources, .edges = true, .method = betweenness_method::grid};
    const betweenness_result first = betweenness(g, options, on_device());
    for (int run = 0; run < 3; ++run) {
      const betweenness_result again = betweenness(g, options, on_device());
      EXPECT_TRUE(is_identical(again.vertices, first.vertices));
      EXPECT_TRUE(is_identical(again.edges, first.edges));
    }
  }
}

TEST(grid_betweenness, is_chosen_by_sources_and_depth) {
  const auto method_for = [](const char* spec, std::size_t samples) {
    const graph g = build(generate(spec)).g;
    return betweenness(g, {.samples = samples}, on_device()).report;
  };
  EXPECT_EQ(method_for("kron:10:16", 1).method, "grid");
  EXPECT_EQ(method_for("kron:10:16", 500).method, "grid");
  EXPECT_EQ(method_for("grid:40x40", 4).method, "grid");
  const multi_search_report many = method_for("grid:40x40", 300);
  EXPECT_NE(many.method, "grid");
  EXPECT_NE(many.engine.find("in a deep graph"), std::string::npos) << many.engine;
}

TEST(grid_betweenness, needs_in_edges) {
  build_options out_edges_alone;
  out_edges_alone.in = in_edges::none;
  const graph g = build(test::as_directed(kron(8, 4)), out_edges_alone).g;
  betweenness_options options;
  EXPECT_NE(betweenness(g, options, on_device()).report.method, "grid");
  options.method = betweenness_method::grid;
  test::expect_error(error_category::usage, "in-edges", [&] { (void)betweenness(g, options, on_device()); });
}

TEST(grid_betweenness, stays_within_the_memory_that_it_may_take) {
  const graph g = build(generate("kron:12:8")).g;
  betweenness_options options{.samples = 64, .method = betweenness_method::grid};
  const multi_search_report all = betweenness(g, options, on_device()).report;
  EXPECT_EQ(all.at_once, 32);
  options.memory_bytes = 1 << 20;
  const multi_search_report fewer = betweenness(g, options, on_device()).report;
  EXPECT_LT(fewer.at_once, 32);
  EXPECT_EQ(fewer.reached, all.reached);
  options.memory_bytes = 1 << 10;
  EXPECT_THROW((void)betweenness(g, options, on_device()), error);
}

}  // namespace
}  // namespace fathom
