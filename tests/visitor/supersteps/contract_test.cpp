// Contract of edge_vertex(), whatever the program: order and arguments of callbacks, and how runs end and fail.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "../../../examples/supersteps/components.hpp"
#include "../../../examples/supersteps/pagerank.hpp"
#include "expected_error.hpp"
#include "looking.hpp"
#include "ways.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

class contract_in_the_zoo : public testing::TestWithParam<specimen> {};

// Parallel edges send separately, loops to the vertex itself.
TEST_P(contract_in_the_zoo, every_edge_sends_once_a_superstep) {
  const graph g =
      build(GetParam().edges(), {.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}}).g;
  std::vector<std::uint64_t> in(g.num_vertices()), even(g.num_vertices());
  for (vertex_id u = 0; u < g.num_vertices(); ++u) {
    for (const vertex_id* v = g.view().out.begin(u); v != g.view().out.end(u); ++v) ++in[*v], even[*v] += u % 2 == 0;
  }
  for (const named_way& way : every_way()) {
    SCOPED_TRACE(way.name);
    const auto all = edge_vertex(g, looking{3, g.num_vertices(), false}, way.options);
    const auto half = edge_vertex(g, looking{3, g.num_vertices(), true}, way.options);
    EXPECT_EQ(all.report.supersteps, g.num_vertices() > 0 ? 3u : 0u);
    EXPECT_EQ(all.report.end, edge_vertex_end::no_active_vertex);
    EXPECT_EQ(all.report.active_edges, 3 * g.num_edges());
    EXPECT_EQ(all.report.computed, std::uint64_t{3} * g.num_vertices());
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      ASSERT_EQ(all.values[v].messages, 3 * in[v]) << v;
      ASSERT_EQ(half.values[v].messages, 3 * even[v]) << v;
      ASSERT_EQ(half.values[v].calls_without_messages, even[v] > 0 ? 0u : 3u) << v;
      ASSERT_EQ(all.values[v].out, g.view().out.degree(v));
      ASSERT_FALSE(all.values[v].wrong || half.values[v].wrong) << v;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, contract_in_the_zoo, testing::ValuesIn(zoo()), specimen_name());

TEST(edge_vertex_end, comes_on_request) {
  const graph g = build(grid(20, 20)).g;
  for (const named_way& way : every_way()) {
    SCOPED_TRACE(way.name);
    edge_vertex_options options = way.options;
    options.max_supersteps = 0;
    const auto none = edge_vertex(g, components_program{}, options);
    EXPECT_EQ(none.report.end, edge_vertex_end::max_supersteps);
    EXPECT_EQ(none.report.supersteps, 0u);
    EXPECT_EQ(none.report.still_active, 400u);
    for (vertex_id v = 0; v < 400; ++v) ASSERT_EQ(none.values[v], v);
    options.max_supersteps = 1;
    const auto one = edge_vertex(g, components_program{}, options);
    EXPECT_EQ(one.report.end, edge_vertex_end::max_supersteps);
    EXPECT_EQ(one.report.supersteps, 1u);
    for (vertex_id v = 0; v < 400; ++v) ASSERT_EQ(one.values[v], v >= 20 ? v - 20 : v > 0 ? v - 1 : 0);
    options.max_supersteps = 1000;
    EXPECT_EQ(edge_vertex(g, components_program{}, options).report.end, edge_vertex_end::no_active_vertex);
  }
}

struct halting_at_once {
  using value = int;
  using message = int;
  static constexpr auto combine = combiner::sum;
  value initial_value(auto&) const { return 7; }
  bool initially_active(auto&) const { return false; }
  void edge_compute(auto&) const { throw std::logic_error("no edge is active"); }
  void vertex_compute(auto&, const int&) const { throw std::logic_error("no vertex is active"); }
};

TEST(edge_vertex_end, comes_at_once_without_active_vertices) {
  const auto found = edge_vertex(build(star(9)).g, halting_at_once{}, {.max_supersteps = 0});
  EXPECT_EQ(found.report.end, edge_vertex_end::no_active_vertex);
  EXPECT_EQ(found.values[8], 7);
}

// Floating-point sums and aggregates are bitwise equal, over chunks, row parts and ranges.
TEST(edge_vertex_results, are_the_same_on_any_number_of_threads) {
  const graph g = build(as_directed(kron(14))).g;
  for (const superstep_way way : {superstep_way::automatic, superstep_way::push, superstep_way::pull}) {
    for (const message_form form : {message_form::fused, message_form::buffered}) {
      edge_vertex_options options;
      options.way = way, options.messages = form, options.max_supersteps = 6;
      options.control.threads = 1;
      const auto one = edge_vertex(g, pagerank_program<float>{.tolerance = 0}, options);
      for (const int threads : {2, 5, 8}) {
        options.control.threads = threads;
        const auto many = edge_vertex(g, pagerank_program<float>{.tolerance = 0}, options);
        EXPECT_EQ(many.report.threads, threads);
        EXPECT_EQ(std::memcmp(many.values.data(), one.values.data(), one.values.bytes()), 0);
        EXPECT_EQ(many.aggregated.change, one.aggregated.change);
        EXPECT_EQ(many.report.edges_inspected, one.report.edges_inspected);
      }
    }
  }
}

TEST(edge_values, are_made_once_from_both_ends) {
  const graph g = build(with_weights(random_dag(60, 300))).g;
  std::vector<double> expected(60);
  for (vertex_id u = 0; u < 60; ++u) {
    for (edge_offset e = g.view().out.offsets[u]; e < g.view().out.offsets[u + 1]; ++e) {
      const vertex_id v = g.view().out.targets[e];
      expected[v] = std::max(expected[v], 1e6 * u + 1e3 * v + static_cast<double>(g.view().out.weights[e]) +
                                              0.125 * static_cast<double>(g.view().out.degree(u)) + (v == u + 1 ? 0.5 : 0));
    }
  }
  for (const named_way& way : every_way()) {
    SCOPED_TRACE(way.name);
    const auto found = edge_vertex(g, edge_values{}, way.options);
    EXPECT_EQ(std::vector<double>(found.values.begin(), found.values.end()), expected);
  }
}

struct throwing {
  using value = int;
  using message = int;
  static constexpr auto combine = combiner::sum;
  const char* where;
  void at(const char* here, vertex_id v) const {
    if (v == 700 && std::strcmp(here, where) == 0) throw std::runtime_error(here);
  }
  value initial_value(auto& v) const { return at("initial", v.id()), 0; }
  void edge_compute(auto& e) const { at("edge", e.source()), e.send(1); }
  void vertex_compute(auto& v, const int&) const { at("vertex", v.id()), v.vote_to_halt(); }
};

TEST(edge_vertex_errors, of_programs_reach_the_caller) {
  const graph g = build(kron(11)).g;
  for (const named_way& way : every_way()) {
    for (const char* const where : {"initial", "edge", "vertex"}) {
      if (std::strcmp(where, "edge") == 0 && g.view().out.degree(700) == 0) continue;
      try {
        static_cast<void>(edge_vertex(g, throwing{where}, way.options));
        ADD_FAILURE() << where;
      } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), where);
      }
    }
  }
}

TEST(edge_vertex_errors, options_outside_their_range_are_refused) {
  const graph g = build(path(5)).g;
  const auto run = [&](const edge_vertex_options& options) {
    return [&g, options] { static_cast<void>(edge_vertex(g, components_program{}, options)); };
  };
  expect_error(error_category::usage, "buckets is 0; give 1 to 16777216", run({.buckets = 0}));
  expect_error(error_category::usage, "group_size is 0", run({.messages = message_form::buffered, .group_size = 0}));
  expect_error(error_category::usage, "there is no message buffer to lay out", run({.group_size = 32}));
  expect_error(error_category::device, "choose the cpu", run({.where = {device_kind::cuda, 0}}));
}

TEST(edge_vertex_errors, memory_is_planned_before_it_is_taken) {
  const graph g = build(kron(10)).g;
  const edge_vertex_report needs = edge_vertex(g, components_program{}, {.messages = message_form::buffered}).report;
  EXPECT_GT(needs.planned_bytes, g.num_edges() * 13);
  EXPECT_EQ(needs.buffer_slots, g.num_edges());
  EXPECT_EQ(edge_vertex(g, components_program{}, {.messages = message_form::buffered, .memory_bytes = needs.planned_bytes})
                .report.supersteps,
            needs.supersteps);
  expect_error(error_category::memory, "choose message_form::fused", [&] {
    static_cast<void>(
        edge_vertex(g, components_program{}, {.messages = message_form::buffered, .memory_bytes = needs.planned_bytes - 1}));
  });
}

TEST(edge_vertex_control, can_be_watched_and_stopped) {
  const graph g = build(path(5000)).g;
  std::stop_source stop;
  edge_vertex_options options;
  options.control.stop = stop.get_token();
  std::uint64_t last = 0;
  options.control.on_progress = [&](const progress& p) {
    EXPECT_EQ(p.stage, "running supersteps");
    last = p.done;
    if (p.done == 20) stop.request_stop();
  };
  expect_error(error_category::cancelled, [&] { static_cast<void>(edge_vertex(g, components_program{}, options)); });
  EXPECT_EQ(last, 20u);
}

TEST(edge_vertex_report, says_what_was_done_as_json) {
  const graph g = build(grid(30, 30)).g;
  const auto found = edge_vertex(g, components_program{}, {.list_supersteps = true});
  const nlohmann::json object = nlohmann::json::parse(to_json(found.report));
  EXPECT_EQ(object["end"], "no-active-vertex");
  EXPECT_EQ(object["supersteps"], object["list"].size());
  EXPECT_EQ(object["list"][0]["active"], 900);
  std::uint64_t looked_at = 0;
  for (const nlohmann::json& step : object["list"]) looked_at += step["edges_inspected"].get<std::uint64_t>();
  EXPECT_EQ(object["edges_inspected"], looked_at);
}

}  // namespace
}  // namespace fathom::test
