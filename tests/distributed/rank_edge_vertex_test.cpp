// User programs of supersteps on a distributed graph: results and counts of one process, on any grid.
#include "fathom/distributed/edge_vertex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "../../examples/supersteps/k_core.hpp"
#include "../../examples/supersteps/pagerank.hpp"
#include "../../examples/supersteps/shortest_paths.hpp"
#include "../visitor/supersteps/edge_state.hpp"
#include "../visitor/supersteps/looking.hpp"
#include "partitioned.hpp"
#include "refusals.hpp"

namespace fathom {
namespace {

using test::ranks;

// A partitioned graph has no parallel edges.
graph simple(edge_list edges) {
  build_options options;
  options.parallel = parallel_edges::min;
  return build(std::move(edges), options).g;
}

graph directed_kron(int scale) { return simple(test::with_weights(test::as_directed(kron(scale, 5)))); }

template <class T>
T members(const T& value) {
  return value;
}
auto members(const test::looking::value& v) {
  return std::tuple(v.messages, v.in, v.out, v.calls, v.calls_without_messages, v.wrong);
}
auto members(const ::k_core::value& v) { return std::tuple(v.edges, v.stays); }
auto members(const transport::value& v) { return std::tuple(v.stock, v.share); }

template <class T>
void expect_identical(const array<T>& found, const T* expected, std::size_t size) {
  ASSERT_EQ(found.size(), size);
  for (std::size_t i = 0; i < size; ++i) ASSERT_TRUE(members(found[i]) == members(expected[i])) << "entry " << i;
}

void expect_same_report(const edge_vertex_report& found, const edge_vertex_report& expected) {
  EXPECT_EQ(found.end, expected.end);
  EXPECT_EQ(found.supersteps, expected.supersteps);
  EXPECT_EQ(found.pushed_supersteps, expected.pushed_supersteps);
  EXPECT_EQ(found.active_edges, expected.active_edges);
  EXPECT_EQ(found.edges_inspected, expected.edges_inspected);
  EXPECT_EQ(found.computed, expected.computed);
  EXPECT_EQ(found.still_active, expected.still_active);
  ASSERT_EQ(found.list.size(), expected.list.size());
  for (std::size_t i = 0; i < found.list.size(); ++i) {
    EXPECT_EQ(found.list[i].active, expected.list[i].active) << i;
    EXPECT_EQ(found.list[i].computed, expected.list[i].computed) << i;
    EXPECT_EQ(found.list[i].pushed, expected.list[i].pushed) << i;
  }
}

// Runs the program on all grids and in all ways.
template <class Program>
void expect_results_of_one_process(const graph& g, const Program& program, edge_vertex_options options = {}) {
  options.list_supersteps = true;
  for (const superstep_way way : {superstep_way::automatic, superstep_way::push, superstep_way::pull}) {
    options.way = way;
    const edge_vertex_result<Program> expected = edge_vertex(g, program, options);
    for (const auto& grid : test::all_grids()) {
      for (const std::uint64_t delegate_degree : {no_delegates, std::uint64_t{8}}) {
        if (delegate_degree != no_delegates && way != superstep_way::automatic) continue;
        SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", delegates from " << delegate_degree << ", way "
                                        << static_cast<int>(way));
        const rank_graph parts = test::rank_graph_on(g, grid, delegate_degree);
        const rank_edge_vertex_result<Program> found = edge_vertex(parts, program, options);
        expect_identical(found.values, expected.values.data(), expected.values.size());
        if constexpr (edge_vertex_engine::changes_edges<Program>)
          expect_identical(found.edge_values, expected.edge_values.data(), expected.edge_values.size());
        expect_same_report(found.report, expected.report);
      }
    }
  }
}

class supersteps_on_ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(supersteps_on_ranks, show_a_program_what_one_process_shows) {
  const graph g = simple(test::edges_for_ranks(GetParam()));
  expect_results_of_one_process(g, test::looking{3, g.num_vertices(), true});
  expect_results_of_one_process(g, test::looking_at_sources{{3, g.num_vertices(), true}});
}

INSTANTIATE_TEST_SUITE_P(zoo, supersteps_on_ranks, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(rank_supersteps, read_the_same_edges) {
  for (const graph& g : {directed_kron(7), simple(test::with_weights(kron(7)))}) {
    expect_results_of_one_process(g, test::edge_values{});
    expect_results_of_one_process(g, shortest_paths{1});
  }
}

TEST(rank_supersteps, follow_few_active_vertices) {
  expect_results_of_one_process(simple(kron(8)), ::k_core{.k = 9});
  expect_results_of_one_process(simple(test::with_weights(grid(12, 12))), shortest_paths{5});
}

TEST(rank_supersteps, change_edges) {
  const graph g = directed_kron(7);
  const std::vector<std::uint64_t> stock(g.num_vertices(), 77);
  expect_results_of_one_process(g, transport{stock.data()}, {.max_supersteps = 9});
  expect_results_of_one_process(g, test::tolls{1});
  const edge_vertex_result<test::tolls> found = edge_vertex(test::rank_graph_on(g, {1, ranks().size()}), test::tolls{1});
  const test::travelled expected = test::tolls_by_hand(g, 1, ~0ull);
  EXPECT_TRUE(std::equal(expected.tolls.begin(), expected.tolls.end(), found.edge_values.begin(), found.edge_values.end()));
}

TEST(rank_supersteps, combine_sums_and_contributions_of_all_processes) {
  for (const graph& g : {directed_kron(8), simple(kron(8))}) {
    const auto expected = edge_vertex(g, pagerank_program<double>{});
    for (const auto& grid : test::all_grids()) {
      const auto found = edge_vertex(test::rank_graph_on(g, grid), pagerank_program<double>{});
      EXPECT_EQ(found.report.supersteps, expected.report.supersteps);
      EXPECT_NEAR(found.aggregated.dropped, expected.aggregated.dropped, 1e-12);
      ASSERT_EQ(found.values.size(), expected.values.size());
      for (std::size_t v = 0; v < found.values.size(); ++v)
        ASSERT_NEAR(found.values[v], expected.values[v], 1e-12 * expected.values[v]);
    }
  }
}

// Enough active edges of each process that pushing is divided into chunks and ranges.
TEST(rank_supersteps, push_many_edges) {
  const graph g = simple(uniform(14, 16));
  const edge_vertex_options options{.max_supersteps = 2, .way = superstep_way::push};
  const auto expected = edge_vertex(g, test::looking{9, g.num_vertices(), false}, options);
  const auto found =
      edge_vertex(rank_graph(ranks(), g, {.control = test::rank_control()}), test::looking{9, g.num_vertices(), false}, options);
  EXPECT_GT(expected.report.active_edges, 12u << 15);
  expect_identical(found.values, expected.values.data(), expected.values.size());
  expect_same_report(found.report, expected.report);
}

TEST(rank_supersteps, leave_each_rank_its_own_values_and_report_its_work) {
  const graph g = directed_kron(8);
  const vertex_id hub = g.properties().max_out_degree_vertex;
  const rank_graph parts(ranks(), g, {.control = test::rank_control()});
  const rank_edge_vertex_graph prepared = prepare_edge_vertex(parts);
  for (const std::uint64_t limit : {2, 1000}) {  // a prepared graph runs any number of times
    const edge_vertex_options options{.max_supersteps = limit, .gather = false};
    const auto expected = edge_vertex(g, shortest_paths{hub}, options);
    const auto found = edge_vertex(prepared, shortest_paths{hub}, options);
    expect_identical(found.values, expected.values.data() + parts.first_vertex(), parts.last_vertex() - parts.first_vertex());
    const rank_work all = sum(found.by_rank);
    EXPECT_EQ(all.vertices, parts.num_vertices());
    EXPECT_EQ(all.edges, parts.num_edges());
    EXPECT_EQ(all.bytes_sent > 0, ranks().size() > 1);
    const auto mine = edge_vertex(prepared, test::tolls{hub}, options);
    EXPECT_EQ(mine.edge_values.size(), found.by_rank[static_cast<std::size_t>(ranks().rank())].edges);
  }
}

// Many vertices send to one: each process sends it one combined message in each superstep.
TEST(rank_supersteps, combine_messages_before_they_are_sent) {
  edge_list edges = test::edges_of(1000, {}, true);
  edges.sources = array<vertex_id>(999), edges.targets = array<vertex_id>(999);
  for (vertex_id v = 0; v < 999; ++v) edges.sources[v] = v, edges.targets[v] = 999;
  const graph g = simple(std::move(edges));
  const rank_edge_vertex_graph prepared = prepare_edge_vertex(rank_graph(ranks(), g, {.control = test::rank_control()}));
  const auto found = edge_vertex(prepared, test::looking{4, g.num_vertices(), false});
  EXPECT_EQ(found.values[999].messages, 4u * 999);
  EXPECT_LE(sum(found.by_rank).bytes_sent, 4u * 16 * static_cast<unsigned>(ranks().size() - 1));
}

enum class place { initial_value, edge_compute, vertex_compute };

// Throws on the process that owns a vertex.
struct failing {
  using value = int;
  using message = int;
  static constexpr auto combine = combiner::sum;

  vertex_id bad;
  place where;

  void fail_at(vertex_id v, place here) const {
    if (v == bad && here == where) throw std::runtime_error("vertex is bad");
  }
  value initial_value(auto& v) const { return fail_at(v.id(), place::initial_value), 0; }
  void edge_compute(auto& e) const { fail_at(e.source(), place::edge_compute), e.send(1); }
  void vertex_compute(auto& v, const int&) const { fail_at(v.id(), place::vertex_compute); }
};

TEST(rank_supersteps, fail_on_all_processes_where_a_program_throws_on_one) {
  const graph g = simple(grid(6, 6));
  const rank_edge_vertex_graph prepared = prepare_edge_vertex(rank_graph(ranks(), g, {.control = test::rank_control()}));
  for (const place where : {place::initial_value, place::edge_compute, place::vertex_compute}) {
    for (const superstep_way way : {superstep_way::push, superstep_way::pull}) {
      try {
        static_cast<void>(edge_vertex(prepared, failing{35, where}, {.max_supersteps = 3, .way = way}));
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::exception& e) {
        EXPECT_NE(std::string(e.what()).find("vertex is bad"), std::string::npos) << e.what();
        EXPECT_EQ(dynamic_cast<const rank_error*>(&e) != nullptr, ranks().size() > 1);
      }
    }
  }
  const edge_vertex_options options{.max_supersteps = 3};  // and can continue
  EXPECT_EQ(edge_vertex(prepared, failing{36, place::initial_value}, options).report.supersteps, 3u);
}

TEST(rank_supersteps, refuse_what_they_do_not_support) {
  const rank_graph parts(ranks(), simple(grid(6, 6)));
  const rank_edge_vertex_graph prepared = prepare_edge_vertex(parts);
  const auto refused = [&](const edge_vertex_options& options) {
    test::expect_error(error_category::usage, [&] { static_cast<void>(edge_vertex(parts, ::k_core{.k = 2}, options)); });
    test::expect_error(error_category::usage, [&] { static_cast<void>(edge_vertex(prepared, ::k_core{.k = 2}, options)); });
  };
  refused({.messages = message_form::buffered});
  refused({.order = edge_vertex_order::approximate_sort});
  refused({.order = edge_vertex_order::exact_sort});
  refused({.buckets = 0});
  refused({.group_size = 32});
  refused({.where = {device_kind::cuda, 0}});
  refused({.control = {{}, {}, 2}});
  test::expect_refused_places_but_cpus(
      ranks(), [&](const execution& exec) { static_cast<void>(edge_vertex(parts, ::k_core{.k = 2}, {}, exec)); });
  test::expect_error(error_category::memory,
                     [&] { static_cast<void>(edge_vertex(prepared, ::k_core{.k = 2}, {.memory_bytes = 1})); });
  if (ranks().size() == 1) return;
  const bool last = ranks().rank() == ranks().size() - 1;
  refused({.max_supersteps = last ? 8ull : 9ull});
  refused({.way = last ? superstep_way::push : superstep_way::pull});
  refused({.gather = last});
  test::expect_error(error_category::usage, [&] {
    last ? static_cast<void>(edge_vertex(prepared, ::k_core{.k = 2})) : static_cast<void>(edge_vertex(prepared, shortest_paths{0}));
  });
  test::expect_error(error_category::memory,
                     [&] { static_cast<void>(edge_vertex(prepared, ::k_core{.k = 2}, {.memory_bytes = last ? 1ull : 0ull})); });
}

TEST(rank_supersteps, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), simple(grid(20, 20)));
  test::expect_all_stop(ranks(),
                        [&](const execution& exec) { static_cast<void>(edge_vertex(parts, shortest_paths{0}, {}, exec)); });
  std::stop_source stop;
  execution exec;
  exec.control.stop = stop.get_token();
  if (ranks().rank() == ranks().size() - 1) {
    exec.control.on_progress = [&](const progress& p) {
      if (p.done == 5) stop.request_stop();
    };
  }
  test::expect_error(error_category::cancelled, [&] { static_cast<void>(edge_vertex(parts, shortest_paths{0}, {}, exec)); });
}

}  // namespace
}  // namespace fathom
