// Options of shortest-path searches, and rejected arguments.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/sssp.hpp"
#include "reference/dijkstra.hpp"
#include "weighing.hpp"

namespace fathom::test {
namespace {

graph weighed_graph(const char* spec, std::size_t weights) { return build(weighed(generate(spec), weighings()[weights])).g; }

TEST(sssp_options, cutoff_leaves_out_what_is_farther) {
  for (const std::size_t weights : {2u, 3u, 8u}) {
    const graph g = weighed_graph("kron:10:8", weights);
    const vertex_id source = g.properties().max_out_degree_vertex;
    const std::vector<double> all = dijkstra(g, source);
    double some = 0;
    for (const double d : all) some = std::isfinite(d) ? std::max(some, d) : some;
    for (const double cutoff : {0.0, some / 3, all[g.num_vertices() / 2], some, 2 * some}) {
      sssp_options options;
      options.cutoff = cutoff;
      const sssp_result found = sssp(g, source, options, on_tested_device());
      EXPECT_EQ(as_vector(found.distances), dijkstra(g, source, cutoff)) << cutoff;
      validate_sssp_options checking;
      checking.cutoff = cutoff, checking.where = tested_device();
      const sssp_validation v = validate_sssp(g, source, found.distances.view(), found.predecessors.view(), checking);
      EXPECT_TRUE(v.valid) << v.message;
    }
  }
}

TEST(sssp_options, target_is_a_cutoff_at_its_distance) {
  for (const std::size_t weights : {0u, 2u, 8u}) {
    const graph g = weighed_graph("grid:40x30", weights);
    const std::vector<double> all = dijkstra(g, 5);
    for (const vertex_id target : {5u, 6u, 700u, 1199u}) {
      sssp_options options;
      options.target = target;
      const sssp_result found = sssp(g, 5, options, on_tested_device());
      EXPECT_EQ(as_vector(found.distances), dijkstra(g, 5, all[target]));
      EXPECT_EQ(found.report.farthest, all[target]);
    }
  }
}

TEST(sssp_options, an_unreachable_target_hides_nothing) {
  const graph g = build(with_weights(two_components())).g;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    prepare_weighted_options preparing;
    preparing.order = order;
    sssp_options options;
    options.target = 102;  // isolated
    EXPECT_EQ(as_vector(sssp(prepare_weighted(g, preparing), 3, options, on_tested_device()).distances), dijkstra(g, 3));
    options.target = no_vertex;
    EXPECT_EQ(sssp(prepare_weighted(g, preparing), 102, options, on_tested_device()).report.reached, 1u);
  }
}

TEST(sssp_options, predecessors_are_left_out_on_request) {
  const graph g = weighed_graph("grid:9x9", 2);
  sssp_options options;
  options.return_predecessors = false;
  const sssp_result found = sssp(g, 0, options, on_tested_device());
  EXPECT_TRUE(found.predecessors.empty());
  EXPECT_TRUE(validate_sssp(g, 0, found.distances.view(), {}).valid);
}

TEST(sssp_options, many_sources_use_the_same_memory) {
  const graph g = weighed_graph("kron:9:8", 3);
  const std::vector<vertex_id> sources{7, 0, 7, 300};
  std::size_t calls = 0;
  sssp(prepare_weighted(g), sources, {}, on_tested_device(), [&](std::size_t i, sssp_result& found) {
    EXPECT_EQ(i, calls++);
    EXPECT_EQ(as_vector(found.distances), dijkstra(g, sources[i]));
    if (i == 1) found.distances = {};
  });
  EXPECT_EQ(calls, 4u);
}

bool on_cuda() { return tested_device().kind == device_kind::cuda; }

// Against Dijkstra and the validator, in both orders of vertices, with rows copied once by the layout or for each call.
TEST(sssp_options, results_stay_on_the_device_on_request) {
  if (!on_cuda()) {
    sssp_options options;
    options.keep_on_device = true;
    expect_error(error_category::usage, "keep_on_device requires a CUDA device",
                 [&] { static_cast<void>(sssp(weighed_graph("grid:3x3", 2), 0, options)); });
    return;
  }
  for (const std::size_t weights : {0u, 2u, 3u, 8u}) {
    const graph g = weighed_graph("kron:10:8", weights);
    const vertex_id hub = g.properties().max_out_degree_vertex, lone = static_cast<vertex_id>(g.num_vertices() - 1);
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      for (const device rows : {device{}, tested_device()}) {
        prepare_weighted_options preparing;
        preparing.order = order, preparing.where = rows;
        const weighted_layout l = prepare_weighted(g, preparing);
        EXPECT_EQ(l.where, rows);
        sssp_options options;
        options.keep_on_device = true;
        const std::vector<vertex_id> sources{hub, lone, 0, hub};
        std::vector<sssp_result> kept;
        sssp(l, sources, options, on_tested_device(), [&](std::size_t, sssp_result& found) { kept.push_back(std::move(found)); });
        ASSERT_EQ(kept.size(), sources.size());
        for (std::size_t i = 0; i < sources.size(); ++i) {
          EXPECT_EQ(kept[i].distances.where(), tested_device());
          EXPECT_EQ(kept[i].predecessors.where(), tested_device());
          const array<double> distances = to_host(kept[i].distances);
          const array<vertex_id> predecessors = to_host(kept[i].predecessors);
          EXPECT_EQ(as_vector(distances), dijkstra(g, sources[i]));
          const sssp_validation v = validate_sssp(g, sources[i], distances.view(), predecessors.view());
          EXPECT_TRUE(v.valid) << v.message;
        }
      }
    }
  }
}

TEST(sssp_options, kept_results_are_those_on_the_host) {
  if (!on_cuda()) GTEST_SKIP() << "needs a GPU";
  const graph g = weighed_graph("kron:10:8", 3);
  prepare_weighted_options preparing;
  preparing.order = vertex_order::degree, preparing.where = tested_device();
  const weighted_layout l = prepare_weighted(g, preparing);
  sssp_options options;
  const sssp_result copied = sssp(l, 7, options, on_tested_device());
  options.keep_on_device = true;
  const sssp_result kept = sssp(l, 7, options, on_tested_device());
  EXPECT_EQ(as_vector(to_host(kept.distances)), as_vector(copied.distances));
  EXPECT_EQ(as_vector(to_host(kept.predecessors)), as_vector(copied.predecessors));
  options.return_predecessors = false;
  EXPECT_TRUE(sssp(l, 7, options, on_tested_device()).predecessors.empty());
}

TEST(sssp_options, wide_weights_are_searched_where_they_are) {
  edge_list edges = edges_of(3, {{0, 1}, {1, 2}}, true);
  edges.wide_weights = array<double>(2);
  edges.wide_weights[0] = 1e-60, edges.wide_weights[1] = 3e-60;
  const graph g = build(std::move(edges)).g;
  ASSERT_TRUE(g.has_wide_weights());
  sssp_options options;
  options.keep_on_device = on_cuda();
  const weighted_layout l = prepare_weighted(g, {.order = vertex_order::automatic, .where = tested_device(), .control = {}});
  EXPECT_EQ(l.where, tested_device());
  std::size_t calls = 0;
  sssp(l, std::vector<vertex_id>{0, 0}, options, on_tested_device(), [&](std::size_t, sssp_result& found) {
    ++calls;
    EXPECT_EQ(found.distances.where(), tested_device());
    EXPECT_EQ(as_vector(to_host(found.distances)), dijkstra(g, 0));
  });
  EXPECT_EQ(calls, 2u);
}

TEST(sssp_options, the_report_adds_up) {
  const graph g = weighed_graph("kron:10:8", 2);
  const sssp_report r = sssp(g, g.properties().max_out_degree_vertex, {}, on_tested_device()).report;
  EXPECT_EQ(r.seconds(), r.seconds_search + r.seconds_predecessors + r.seconds_map_back);
  EXPECT_EQ(r.seconds_on_device > 0, on_cuda());
  EXPECT_LE(r.seconds_on_device, r.seconds());
}

TEST(sssp_options, the_report_says_what_was_done) {
  const graph whole = weighed_graph("kron:10:8", 2), real = weighed_graph("kron:10:8", 8), none = weighed_graph("kron:10:8", 0);
  const vertex_id hub = none.properties().max_out_degree_vertex;
  EXPECT_EQ(sssp(whole, hub, {}, on_tested_device()).report.weights, weight_kind::whole);
  EXPECT_NE(sssp(whole, hub, {}, on_tested_device()).report.engine.find("exact sums in 32 bits"), std::string::npos);
  EXPECT_EQ(sssp(real, hub, {}, on_tested_device()).report.weights, weight_kind::real);
  EXPECT_NE(sssp(real, hub, {}, on_tested_device()).report.engine.find("double precision"), std::string::npos);
  EXPECT_EQ(sssp(none, hub, {}, on_tested_device()).report.weights, weight_kind::unit);
  EXPECT_NE(sssp(none, hub, {}, on_tested_device()).report.engine.find("each edge has weight 1"), std::string::npos);
  sssp_options options;
  options.delta = 3;
  const sssp_report r = sssp(whole, hub, options, on_tested_device()).report;
  EXPECT_EQ(r.delta, 3);
  EXPECT_GT(r.windows, 1u);
  EXPECT_GT(r.edges_relaxed, 0u);
  EXPECT_GT(sssp(whole, hub, {}, on_tested_device()).report.delta, 0);
}

TEST(sssp_options, negative_weights_are_named) {
  edge_list edges = edges_of(4, {{0, 1}, {1, 3}, {2, 1}}, true);
  edges.weights = array<edge_weight>(3);
  edges.weights[0] = 1, edges.weights[1] = -2.5f, edges.weights[2] = -1;
  const graph g = build(std::move(edges)).g;
  expect_error(error_category::input, "edge 1 -> 3 has the weight -2.5", [&] { static_cast<void>(sssp(g, 0)); });
}

TEST(sssp_options, weights_that_are_not_numbers_are_named) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    graph_arrays rows;  // build() would have rejected them
    rows.offsets = array<edge_offset>(3);
    rows.offsets[0] = 0, rows.offsets[1] = rows.offsets[2] = 1;
    rows.targets = array<vertex_id>(1);
    rows.targets[0] = 1;
    rows.weights = array<edge_weight>(1);
    rows.weights[0] = bad;
    rows.properties.directed = true;
    expect_error(error_category::input, "edge 0 -> 1 has the weight", [&] { static_cast<void>(sssp(graph(std::move(rows)), 0)); });
  }
}

TEST(sssp_options, minus_zero_is_zero) {
  edge_list edges = edges_of(3, {{0, 1}, {1, 2}}, true);
  edges.weights = array<edge_weight>(2);
  edges.weights[0] = -0.0f, edges.weights[1] = 0.5f;
  EXPECT_EQ(as_vector(sssp(build(std::move(edges)).g, 0).distances), (std::vector<double>{0, 0, 0.5}));
}

TEST(sssp_options, nonsense_is_refused) {
  const graph g = weighed_graph("grid:5x5", 2);
  const auto expect_usage = [&](const std::string& part, const sssp_options& options, vertex_id source = 0) {
    expect_error(error_category::usage, part, [&] { static_cast<void>(sssp(g, source, options)); });
  };
  expect_usage("source 25 is outside the graph of 25 vertices (0 to 24)", {}, 25);
  sssp_options o;
  o.target = 99;
  expect_usage("target 99 is outside", o);
  o = {};
  o.cutoff = -1;
  expect_usage("cutoff is -1", o);
  o.cutoff = std::nan("");
  expect_usage("cutoff is nan", o);
  o = {};
  o.delta = -2;
  expect_usage("delta is -2", o);
  o.delta = unreachable_distance;
  expect_usage("delta is inf", o);
  expect_error(error_category::usage, "source 0 is outside the graph of 0 vertices", [] { static_cast<void>(sssp(graph(), 0)); });
  execution exec = on_tested_device();
  exec.transport = rank_transport::host;
  expect_error(error_category::usage, "transport host requires a distributed graph",
               [&] { static_cast<void>(sssp(g, 0, {}, exec)); });
  exec = {};
  std::stop_source stop;
  stop.request_stop();
  exec.control.stop = stop.get_token();
  expect_error(error_category::cancelled, "stopped", [&] { static_cast<void>(sssp(g, 0, {}, exec)); });
}

}  // namespace
}  // namespace fathom::test
