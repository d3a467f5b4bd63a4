// Shortest paths against Dijkstra: every graph shape, every kind of weight, any number of threads.
#include <gtest/gtest.h>

#include "fathom/sssp.hpp"
#include "reference/dijkstra.hpp"
#include "weighing.hpp"

namespace fathom::test {
namespace {

constexpr vertex_id many_vertices = test::too_deep;  // larger test graphs are searched in fewer ways

std::vector<vertex_id> some_sources(const graph& g) {
  if (g.num_vertices() == 0) return {};
  std::vector<vertex_id> sources{0, g.num_vertices() - 1};
  if (g.properties().max_out_degree_vertex != no_vertex) sources.push_back(g.properties().max_out_degree_vertex);
  return sources;
}

void expect_shortest_paths(const graph& g, vertex_id source, const sssp_result& found, const std::vector<double>& expected,
                           double cutoff = unreachable_distance) {
  ASSERT_EQ(as_vector(found.distances), expected);
  validate_sssp_options options;
  options.cutoff = cutoff;
  options.where = tested_device();
  const sssp_validation v = validate_sssp(g, source, found.distances.view(), found.predecessors.view(), options);
  EXPECT_TRUE(v.valid) << v.message;
  EXPECT_EQ(found.report.reached, v.reached);
  EXPECT_EQ(found.report.edges_traversed, v.edges_traversed);
}

void expect_right_everywhere(const graph& g) {
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    if (order == vertex_order::degree && g.num_vertices() > many_vertices) continue;
    prepare_weighted_options preparing;
    preparing.order = order;
    const weighted_layout prepared = prepare_weighted(g, preparing);
    for (const vertex_id source : some_sources(g)) {
      const std::vector<double> expected = dijkstra(g, source);
      std::vector<vertex_id> predecessors;
      for (const int threads : {1, 2, 4}) {
        const sssp_result found = sssp(prepared, source, {}, on_tested_device(threads));
        expect_shortest_paths(g, source, found, expected);
        if (threads == 1) predecessors = as_vector(found.predecessors);
        EXPECT_EQ(as_vector(found.predecessors), predecessors) << threads << " threads";
      }
    }
  }
}

class shortest_paths_of : public testing::TestWithParam<specimen> {};

TEST_P(shortest_paths_of, agree_with_dijkstra) {
  for (const weighing& how : weighings()) {
    SCOPED_TRACE(how.name);
    const graph g = build(weighed(GetParam().edges(), how)).g;
    if (g.num_vertices() > many_vertices && how.name != "with_zeros" && how.name != "unit_interval") continue;
    expect_right_everywhere(g);
  }
}

TEST_P(shortest_paths_of, take_the_lightest_of_parallel_edges) {
  build_options keeping;
  keeping.parallel = parallel_edges::keep, keeping.loops = self_loops::keep;
  for (const weighing& how : {weighings()[2], weighings()[3], weighings()[8]}) {
    SCOPED_TRACE(how.name);
    const graph g = build(weighed(GetParam().edges(), how), keeping).g;
    if (g.num_vertices() <= many_vertices) expect_right_everywhere(g);
  }
}

TEST_P(shortest_paths_of, need_no_in_edges) {
  build_options without;
  without.in = in_edges::none;
  for (const weighing& how : {weighings()[2], weighings()[3], weighings()[10]}) {
    SCOPED_TRACE(how.name);
    const graph g = build(weighed(GetParam().edges(), how), without).g;
    if (g.num_vertices() <= many_vertices) expect_right_everywhere(g);
  }
}

TEST_P(shortest_paths_of, do_not_depend_on_delta) {
  const graph g = build(weighed(GetParam().edges(), weighings()[8])).g;
  if (g.num_vertices() == 0 || g.num_vertices() > many_vertices) return;
  const std::vector<double> expected = dijkstra(g, 0);
  for (const double delta : {1e-3, 0.1, 1.0, 1e9}) {
    sssp_options options;
    options.delta = delta;
    expect_shortest_paths(g, 0, sssp(g, 0, options, on_tested_device(4)), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, shortest_paths_of, testing::ValuesIn(zoo()), specimen_name());

// Large enough that threads share windows, and that the final phase pulls.
TEST(shortest_paths, of_larger_graphs_on_many_threads) {
  for (const weighing& how : {weighings()[0], weighings()[2], weighings()[3], weighings()[8]}) {
    SCOPED_TRACE(how.name);
    for (const bool directed : {false, true}) {
      for (const char* spec : {"kron:14:16", "uniform:14:16", "grid:200x150"}) {
        edge_list edges = weighed(generate(spec), how);
        edges.directed = directed;
        const graph g = build(std::move(edges)).g;
        const vertex_id source = g.properties().max_out_degree_vertex;
        expect_shortest_paths(g, source, sssp(g, source, {}, on_tested_device(4)), dijkstra(g, source));
      }
    }
  }
}

// Distances just below, at and just above 2^32.
TEST(shortest_paths, are_exact_beyond_32_bits) {
  for (const double last : {4294967293.0, 4294967294.0, 4294967295.0, 4294967296.0, 4294967297.0}) {
    constexpr double step = 1u << 30;
    edge_list edges = edges_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, true);
    edges.weights = array<edge_weight>(5);
    for (int i = 0; i < 3; ++i) edges.weights[i] = step;
    const double rest = last - 3 * step;  // up to 2^30 + 1, which a float cannot represent
    edges.weights[3] = static_cast<edge_weight>(rest >= step ? step : step - 64);
    edges.weights[4] = static_cast<edge_weight>(rest - edges.weights[3]);
    ASSERT_GE(edges.weights[4], 0);
    const graph g = build(std::move(edges)).g;
    const sssp_result found = sssp(g, 0, {}, on_tested_device());
    EXPECT_EQ(found.distances[5], last);
    EXPECT_EQ(as_vector(found.distances), dijkstra(g, 0));
  }
  const graph road =
      build(weighed(path(70'000), {"long", [](std::uint64_t r) { return static_cast<edge_weight>((1 << 23) + r % 9); }})).g;
  const sssp_result found = sssp(road, 0, {}, on_tested_device());
  EXPECT_GT(found.report.farthest, 0x1p32);
  EXPECT_NE(found.report.engine.find("64 bits"), std::string::npos) << found.report.engine;
  EXPECT_EQ(as_vector(found.distances), dijkstra(road, 0));
}

}  // namespace
}  // namespace fathom::test
