// Distributed shortest paths of any graph: bitwise equal to Dijkstra's algorithm in double precision, and to one process.
#include "expected_error.hpp"
#include "fathom/distributed/sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "../sssp/weighing.hpp"
#include "fathom/distributed/io.hpp"
#include "fathom/distributed/validate.hpp"
#include "partitioned.hpp"
#include "reference/dijkstra.hpp"

namespace fathom {
namespace {

using test::ranks;

execution on_processes_cpu() { return {.where = {}, .control = test::rank_control()}; }

template <class T>
array<T> copy_of(const array<T>& a) {
  array<T> copy(a.size());
  std::copy(a.begin(), a.end(), copy.begin());
  return copy;
}

std::vector<double> values(const array<double>& a) { return {a.begin(), a.end()}; }

void expect_valid(const graph& g, vertex_id source, const sssp_result& found, double cutoff = unreachable_distance) {
  const sssp_validation v =
      validate_sssp(g, source, found.distances.view(), found.predecessors.view(), {.cutoff = cutoff, .control = {}});
  EXPECT_TRUE(v.valid) << v.message;
  EXPECT_EQ(v.reached, found.report.reached);
  EXPECT_EQ(v.edges_traversed, found.report.edges_traversed);
}

// On every grid, without and with delegates.
void expect_dijkstras(const graph& g, const std::vector<vertex_id>& sources) {
  for (const auto& grid : test::all_grids()) {
    for (const std::uint64_t degree : {no_delegates, std::uint64_t{8}}) {
      const rank_graph parts = test::rank_graph_on(g, grid, degree);
      SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", " << parts.num_delegates() << " delegates");
      rank_sssp searching(parts, {}, on_processes_cpu());
      for (const vertex_id source : sources) {
        const sssp_result found = searching.search(source);
        const std::vector<double> expected = test::dijkstra(g, source);
        ASSERT_EQ(values(found.distances), expected) << "from " << source;
        expect_valid(g, source, found);
        double farthest = 0;
        for (const double d : expected) farthest = std::isfinite(d) ? std::max(farthest, d) : farthest;
        EXPECT_EQ(found.report.farthest, farthest);
      }
    }
  }
}

class rank_sssp_searches : public testing::TestWithParam<test::specimen> {};

TEST_P(rank_sssp_searches, find_what_dijkstra_finds) {
  const graph g = build(test::with_weights(test::edges_for_ranks(GetParam()))).g;
  if (g.num_vertices() == 0) return;  // there is no source
  expect_dijkstras(g, {g.num_vertices() - 1});
}

INSTANTIATE_TEST_SUITE_P(zoo, rank_sssp_searches, testing::ValuesIn(test::zoo()), test::specimen_name());

class rank_sssp_weights : public testing::TestWithParam<test::weighing> {};

TEST_P(rank_sssp_weights, of_all_kinds_give_exact_distances) {
  for (const bool directed : {false, true}) {
    edge_list edges = test::weighed(generate("kron:7:8"), GetParam());
    edges.directed = directed;
    const graph g = build(std::move(edges)).g;
    SCOPED_TRACE(directed ? "directed" : "undirected");
    expect_dijkstras(g, {g.properties().max_out_degree_vertex});
  }
}

INSTANTIATE_TEST_SUITE_P(weighings, rank_sssp_weights, testing::ValuesIn(test::weighings()),
                         [](const auto& one) { return one.param.name; });

// Enough vertices per round for several threads, which lower distances at the same time.
TEST(rank_sssp, searches_on_several_threads) {
  for (const std::size_t weights : {0u, 3u, 8u}) {
    const graph g = build(test::weighed(kron(13, 16), test::weighings()[weights])).g;
    run_control control;
    control.threads = 3;
    const rank_graph parts(ranks(), g, {.control = control});
    const vertex_id source = g.properties().max_out_degree_vertex;
    const sssp_result found = sssp(parts, source);
    const sssp_result alone = sssp(g, source);
    EXPECT_EQ(values(found.distances), values(alone.distances));
    EXPECT_EQ(found.report.weights, alone.report.weights);
    EXPECT_EQ(found.report.farthest, alone.report.farthest);
    expect_valid(g, source, found);
  }
}

TEST(rank_sssp, honors_each_option) {
  const graph g = build(test::weighed(generate("grid:40x30"), test::weighings()[8])).g;
  const std::vector<double> all = test::dijkstra(g, 5);
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = test::rank_graph_on(g, grid);
    for (const double cutoff : {0.0, all[77], all[1199] / 2}) {
      const sssp_result found = sssp(parts, 5, {.cutoff = cutoff}, on_processes_cpu());
      EXPECT_EQ(values(found.distances), test::dijkstra(g, 5, cutoff));
      expect_valid(g, 5, found, cutoff);
    }
    for (const vertex_id target : {5u, 6u, 700u, 1199u}) {
      const sssp_result found = sssp(parts, 5, {.target = target}, on_processes_cpu());
      EXPECT_EQ(values(found.distances), test::dijkstra(g, 5, all[target]));
      EXPECT_EQ(found.report.farthest, all[target]);
      expect_valid(g, 5, found, all[target]);
    }
    for (const double delta : {0.05, 0.3, 1e9}) {
      const sssp_result found = sssp(parts, 5, {.delta = delta}, on_processes_cpu());
      EXPECT_EQ(values(found.distances), all);
      EXPECT_EQ(found.report.delta, delta);
      EXPECT_EQ(found.report.windows == 1, delta == 1e9);
      EXPECT_GT(found.report.edges_relaxed, g.num_edges() / 2);
    }
    const sssp_result without = sssp(parts, 5, {.return_predecessors = false}, on_processes_cpu());
    EXPECT_TRUE(without.predecessors.empty());
    EXPECT_EQ(values(without.distances), all);
    const sssp_result own = sssp(parts, 5, {.gather = false}, on_processes_cpu());
    ASSERT_EQ(own.distances.size(), parts.last_vertex() - parts.first_vertex());
    EXPECT_EQ(own.predecessors.size(), own.distances.size());
    EXPECT_TRUE(
        std::equal(own.distances.begin(), own.distances.end(), all.begin() + static_cast<std::ptrdiff_t>(parts.first_vertex())));
  }
}

// A delegated target: every process knows its distance.
TEST(rank_sssp, ends_at_a_delegate) {
  const graph g = build(test::weighed(kron(9, 8), test::weighings()[2])).g;
  const vertex_id hub = g.properties().max_out_degree_vertex;
  const vertex_id source = g.view().out.targets[g.view().out.offsets[hub + 1] - 1];
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = test::rank_graph_on(g, grid, 8);
    const double limit = test::dijkstra(g, source)[hub];
    EXPECT_EQ(values(sssp(parts, source, {.target = hub}, on_processes_cpu()).distances), test::dijkstra(g, source, limit));
  }
}

TEST(rank_sssp, an_unreachable_target_hides_nothing) {
  const graph g = build(test::with_weights(test::two_components())).g;
  const rank_graph parts(ranks(), g, {.control = test::rank_control()});
  EXPECT_EQ(values(sssp(parts, 3, {.target = 102}).distances), test::dijkstra(g, 3));  // 102 is isolated
  const sssp_result lone = sssp(parts, 102);
  EXPECT_EQ(lone.report.reached, 1u);
  EXPECT_EQ(lone.distances[102], 0);
  EXPECT_EQ(lone.predecessors[102], no_vertex);
}

TEST(rank_sssp, reports_the_work_of_each_process) {
  const graph g = build(test::weighed(kron(10, 8), test::weighings()[2])).g;
  const rank_graph parts(ranks(), g, {.control = test::rank_control()});
  rank_sssp searching(parts, {}, on_processes_cpu());
  const sssp_report r = searching.search(g.properties().max_out_degree_vertex).report;
  EXPECT_EQ(r.weights, weight_kind::whole);
  EXPECT_GT(r.windows, 1u);
  EXPECT_NE(r.engine.find("delta-stepping in double precision"), std::string::npos);
  const std::vector<rank_work> by_rank = searching.by_rank();
  ASSERT_EQ(by_rank.size(), static_cast<std::size_t>(ranks().size()));
  const rank_work all = sum(by_rank);
  EXPECT_EQ(all.vertices, g.num_vertices());
  EXPECT_EQ(all.edges, g.num_edges());
  EXPECT_EQ(all.bytes_sent > 0, ranks().size() > 1);
  EXPECT_GT(all.seconds_compute, 0);
}

TEST(rank_sssp_validator, refuses_on_all_processes_what_is_wrong_on_one) {
  struct damage {
    std::function<void(double&, vertex_id&)> done;  ///< to vertex 7
    sssp_rule rule;
  };
  const damage damages[] = {
      {[](double&, vertex_id& p) { p = 7; }, sssp_rule::tree_has_no_cycle},
      {[](double& d, vertex_id&) { d = std::nextafter(d, 0); }, sssp_rule::tree_edges_are_tight},
      {[](double& d, vertex_id&) { d = std::nextafter(d, 99); }, sssp_rule::tree_edges_are_tight},
      {[](double&, vertex_id& p) { p = 11; }, sssp_rule::tree_edges_are_tight},
      {[](double& d, vertex_id& p) { d = unreachable_distance, p = no_vertex; }, sssp_rule::reached_is_spanned}};
  const edge_list edges = test::weighed(grid(4, 4), test::weighings()[8]);
  for (const auto& grid : test::all_grids()) {
    const edge_slice share = test::own_share(edges);
    const rank_graph g(ranks(), share, {.grid_rows = grid.first, .grid_columns = grid.second, .control = test::rank_control()});
    const rank_sssp_validator validator(g, share);
    for (const damage& one : damages) {
      sssp_result found = sssp(g, 0, {.gather = false});
      EXPECT_TRUE(validator.check(0, found.distances.view(), found.predecessors.view()).valid);
      if (g.first_vertex() <= 7 && 7 < g.last_vertex())
        one.done(found.distances[7 - g.first_vertex()], found.predecessors[7 - g.first_vertex()]);
      const sssp_validation v = validator.check(0, found.distances.view(), found.predecessors.view());
      EXPECT_FALSE(v.valid);
      EXPECT_EQ(v.violated, one.rule) << v.message;
    }
    const sssp_result near = sssp(g, 0, {.cutoff = 1, .gather = false});
    EXPECT_TRUE(validator.check(0, near.distances.view(), near.predecessors.view(), 1).valid);
    EXPECT_EQ(validator.check(0, near.distances.view(), near.predecessors.view(), 2).violated, sssp_rule::reached_is_spanned);
    EXPECT_EQ(validator.check(0, near.distances.view(), near.predecessors.view(), 0.5).violated, sssp_rule::reached_is_spanned);
    EXPECT_THROW(static_cast<void>(validator.check(16, near.distances.view(), near.predecessors.view())), error);
  }
}

// Undirected, directed, and directed with all reverse edges, which counts as undirected.
TEST(rank_sssp, draws_the_random_weights_of_one_process) {
  edge_list mirrored = test::edges_of(5, {{0, 1}, {1, 0}, {3, 1}, {1, 3}, {3, 4}, {4, 3}}, true);
  const edge_list lists[] = {kron(9, 8), generate("random:150:3"), std::move(mirrored)};
  for (const edge_list& list : lists) {
    const edge_slice share = test::own_share(list);
    for (const auto& grid : test::all_grids()) {
      rank_graph_options options{.grid_rows = grid.first, .grid_columns = grid.second, .control = test::rank_control()};
      options.random_weights = random_weight_range{.low = 1, .high = 255, .seed = 3};
      const rank_graph parts(ranks(), share, options);
      edge_list same;
      same.num_vertices = list.num_vertices, same.directed = list.directed;
      same.sources = copy_of(list.sources), same.targets = copy_of(list.targets);
      const graph g = with_random_weights(build(std::move(same)).g, 1, 255, {.seed = 3, .control = {}});
      EXPECT_EQ(parts.directed(), g.directed());
      EXPECT_EQ(values(sssp(parts, 1).distances), test::dijkstra(g, 1));
    }
  }
  rank_graph_options options{.control = test::rank_control(), .keep_share = true};
  options.random_weights = random_weight_range{.low = 0, .high = 9, .seed = 5};
  const rank_read_result made = generate_rank_graph(ranks(), "kron:9:8", {.seed = 7, .control = test::rank_control()}, options);
  const sssp_result found = sssp(made.g, 1, {.gather = false});
  const sssp_validation v = rank_sssp_validator(made.g, *made.share).check(1, found.distances.view(), found.predecessors.view());
  EXPECT_TRUE(v.valid) << v.message;
  options.random_weights = random_weight_range{.low = 9, .high = 1, .seed = 5};
  EXPECT_THROW(static_cast<void>(generate_rank_graph(ranks(), "kron:9:8", {}, options)), error);
}

// CUDA devices add whole weights in integers, up to 2,139,095,040, and others in double precision.
class rank_sssp_on_devices : public testing::Test {
 protected:
  void SetUp() override {
    if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  }
  static execution place() { return {.where = test::tested_device()}; }
  static rank_graph parts_of(const graph& g, std::pair<int, int> grid) { return test::rank_graph_on(g, grid); }
};

TEST_F(rank_sssp_on_devices, weights_of_all_kinds_give_exact_distances) {
  for (const test::weighing& weights : test::weighings()) {
    for (const bool directed : {false, true}) {
      edge_list edges = test::weighed(generate("kron:9:8"), weights);
      edges.directed = directed;
      const graph g = build(std::move(edges)).g;
      const vertex_id source = g.properties().max_out_degree_vertex;
      const std::vector<double> expected = test::dijkstra(g, source);
      for (const auto& grid : test::all_grids()) {
        SCOPED_TRACE(testing::Message() << weights.name << ", directed " << directed << ", " << grid.first << " x " << grid.second);
        const rank_graph parts = parts_of(g, grid);
        rank_sssp searching(parts, {}, place());
        for (int run = 0; run < 2; ++run) {
          const sssp_result found = searching.search(source);
          EXPECT_EQ(values(found.distances), expected);
          expect_valid(g, source, found);
          EXPECT_NE(found.report.engine.find("CUDA, delta-stepping"), std::string::npos) << found.report.engine;
        }
      }
    }
  }
}

void expect_options(const test::weighing& weights, double delta_of_many_windows) {
  const graph g = build(test::weighed(generate("grid:40x30"), weights)).g;
  const std::vector<double> all = test::dijkstra(g, 5);
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = test::rank_graph_on(g, grid);
    const execution place{.where = test::tested_device()};
    for (const double cutoff : {0.0, all[77], all[1199] / 2}) {
      const sssp_result found = sssp(parts, 5, {.cutoff = cutoff}, place);
      EXPECT_EQ(values(found.distances), test::dijkstra(g, 5, cutoff));
      expect_valid(g, 5, found, cutoff);
    }
    std::uint64_t windows = 0;
    for (const vertex_id target : {5u, 6u, 700u, 1199u}) {
      const sssp_result found = sssp(parts, 5, {.target = target, .delta = delta_of_many_windows}, place);
      EXPECT_EQ(values(found.distances), test::dijkstra(g, 5, all[target]));
      expect_valid(g, 5, found, all[target]);
      EXPECT_GE(found.report.windows, windows);  // the targets are in the order of their distances
      windows = found.report.windows;
    }
    EXPECT_LT(sssp(parts, 5, {.target = 6, .delta = delta_of_many_windows}, place).report.windows, windows);
    for (const double delta : {delta_of_many_windows / 8, delta_of_many_windows, 1e9}) {
      const sssp_result found = sssp(parts, 5, {.delta = delta}, place);
      EXPECT_EQ(values(found.distances), all);
      EXPECT_EQ(found.report.delta, delta);
      EXPECT_EQ(found.report.windows == 1, delta == 1e9);
    }
    EXPECT_TRUE(sssp(parts, 5, {.return_predecessors = false}, place).predecessors.empty());
    EXPECT_EQ(sssp(parts, 5, {.gather = false}, place).distances.size(), parts.last_vertex() - parts.first_vertex());
  }
}

TEST_F(rank_sssp_on_devices, each_option_is_honored_with_whole_weights) { expect_options(test::weighings()[2], 32); }

TEST_F(rank_sssp_on_devices, each_option_is_honored_with_real_weights) { expect_options(test::weighings()[8], 0.25); }

TEST_F(rank_sssp_on_devices, searches_end_if_one_process_is_cancelled) {
  for (const std::size_t weights : {2u, 8u}) {
    const rank_graph parts = parts_of(build(test::weighed(grid(20, 20), test::weighings()[weights])).g, test::all_grids().back());
    std::stop_source stop;
    execution exec = place();
    exec.control.stop = stop.get_token();
    rank_sssp searching(parts, {}, exec);
    if (ranks().rank() == ranks().size() - 1) stop.request_stop();
    test::expect_error(error_category::cancelled, "", [&] { static_cast<void>(searching.search(0)); });
  }
}

TEST_F(rank_sssp_on_devices, other_sums_are_refused) {
  const auto parts_with = [](edge_list edges, std::uint64_t delegate_degree) {
    return test::rank_graph_on(build(std::move(edges)).g, test::all_grids().front(), delegate_degree);
  };
  const rank_graph delegated = parts_with(test::weighed(kron(7, 8), test::weighings()[2]), 8);
  test::expect_error(error_category::usage, "delegate", [&] { rank_sssp(delegated, {}, place()); });
  static constexpr edge_weight heavy = 1u << 30;
  const rank_graph large = parts_with(test::weighed(path(5), {"heavy", [](std::uint64_t) { return heavy; }}), no_delegates);
  test::expect_error(error_category::usage, "sums of weights reach", [&] { static_cast<void>(sssp(large, 0, {}, place())); });
  const std::vector<double> near{0, heavy, unreachable_distance, unreachable_distance, unreachable_distance};
  EXPECT_EQ(values(sssp(large, 0, {.cutoff = 2e9}, place()).distances), near);
  EXPECT_EQ(values(sssp(large, 0, {.target = 1}, place()).distances), near);
}

}  // namespace
}  // namespace fathom
