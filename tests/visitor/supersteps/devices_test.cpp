// Programs of edge_vertex() on several CUDA devices, each with a part of the graph, against the same programs on the CPU and
// against serial loops: threads of one process with the tested device three times, and with all devices if there are several.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "device_programs.hpp"
#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/distributed/rank_threads.hpp"
#include "gpu/backend.hpp"
#include "reference/float_dijkstra.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

// Parts of a graph have no parallel edges and self-loops.
graph simple(edge_list edges) { return build(std::move(edges), {.parallel = parallel_edges::min, .where = {}, .control = {}}).g; }

std::vector<device> one_device_as(std::size_t devices) { return std::vector<device>(devices, tested_device()); }

std::vector<std::vector<device>> lists_of_devices() {
  std::vector<std::vector<device>> lists{one_device_as(3)};
  if (gpu_devices().size() < 2) return lists;
  lists.emplace_back();
  for (const device_description& d : gpu_devices()) lists.back().push_back(d.where);
  return lists;
}

template <class T>
T members(const T& value) {
  return value;
}
auto members(const looking::value& v) { return std::tuple(v.messages, v.in, v.out, v.calls, v.calls_without_messages, v.wrong); }
auto members(const transport::value& v) { return std::tuple(v.stock, v.share); }

template <class Found, class Expected>
void expect_identical(const Found& found, const Expected& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_TRUE(members(found[i]) == members(expected[i])) << "entry " << i;
}

void expect_same_run(const edge_vertex_report& found, const edge_vertex_report& expected) {
  EXPECT_EQ(found.end, expected.end);
  EXPECT_EQ(found.supersteps, expected.supersteps);
  EXPECT_EQ(found.active_edges, expected.active_edges);
  EXPECT_EQ(found.computed, expected.computed);
  EXPECT_EQ(found.still_active, expected.still_active);
}

// Runs the program on each list of devices, in all ways, and compares it with one CPU; check(found) compares with an oracle.
// `there` points to device memory, `here` to host memory.
template <class Program, class Check>
void each_list(const std::vector<std::vector<device>>& lists, const graph& g, const Program& here, const Program& there,
               edge_vertex_options options, const Check& check) {
  const edge_vertex_result<Program> expected = edge_vertex(g, here, options);
  for (const std::vector<device>& devices : lists) {
    for (const superstep_way way : {superstep_way::automatic, superstep_way::push, superstep_way::pull}) {
      SCOPED_TRACE(testing::Message() << devices.size() << " devices, way " << static_cast<int>(way));
      options.way = way;
      const auto found = on_devices(g, there, options, {.devices = devices});
      expect_same_run(found.report, expected.report);
      EXPECT_EQ(found.by_rank.size(), devices.size());
      check(found);
      if constexpr (!std::is_same_v<Program, ::pagerank_program<double>>) expect_identical(found.values, expected.values);
      if constexpr (edge_vertex_engine::changes_edges<Program>) expect_identical(found.edge_values, expected.edge_values);
    }
  }
}

template <class Program, class Check>
void each_list(const graph& g, const Program& program, const edge_vertex_options& options, const Check& check) {
  each_list(lists_of_devices(), g, program, program, options, check);
}

std::vector<graph> graphs() {
  std::vector<graph> all;
  all.push_back(simple(with_weights(as_directed(kron(8, 5)))));
  all.push_back(simple(with_weights(kron(9, 12))));
  all.push_back(simple(with_weights(grid(17, 9))));
  return all;
}

class programs_on_several_devices : public testing::TestWithParam<specimen> {};

TEST_P(programs_on_several_devices, see_what_they_were_promised) {
  const graph g = simple(GetParam().name == "long_path" ? path(100) : GetParam().edges());
  const looking program{3, g.num_vertices(), true};
  const looking_at_sources same{program};
  const auto expected = edge_vertex(g, program);
  rank_threads threads(one_device_as(3));
  threads.run([&](communicator& ranks) {
    const execution exec{.where = tested_device()};
    const rank_edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(rank_graph(ranks, g), {}, exec);
    for (const superstep_way way : {superstep_way::automatic, superstep_way::push, superstep_way::pull}) {
      const auto looked = on_part(prepared, program, {.way = way}, exec);
      expect_identical(looked.values, expected.values);
      expect_same_run(looked.report, expected.report);
      expect_identical(on_part(prepared, same, {.way = way}, exec).values, expected.values);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(zoo, programs_on_several_devices, testing::ValuesIn(zoo()), specimen_name());

TEST(edge_vertex_on_several_devices, minima) {
  for (const graph& g : graphs()) {
    const std::vector<float> by_hand = float_dijkstra(g, 1);
    each_list(g, shortest_paths{1}, {}, [&](const auto& found) { expect_identical(found.values, by_hand); });
  }
}

TEST(edge_vertex_on_several_devices, values_of_edges) {
  for (const graph& g : graphs()) {
    each_list(g, edge_values{}, {}, [](const auto&) {});
    const travelled by_hand = tolls_by_hand(g, 1, 10'000);
    each_list(g, tolls{1}, {}, [&](const auto& found) {
      expect_identical(found.values, by_hand.arrivals);
      expect_identical(found.edge_values, by_hand.tolls);
    });
  }
}

TEST(edge_vertex_on_several_devices, sums_of_integers_on_edges) {
  for (const graph& g : graphs()) {
    std::vector<std::uint64_t> stock(g.num_vertices());
    for (vertex_id v = 0; v < g.num_vertices(); ++v) stock[v] = random_bits(11, v) % 100;
    const transported by_hand = transport_by_hand(g, stock, 9);
    const array<std::uint64_t> there = to_device(std::span<const std::uint64_t>(stock), tested_device());
    each_list({one_device_as(3)}, g, transport{stock.data()}, transport{there.data()}, {.max_supersteps = 9},
              [&](const auto& found) { expect_identical(found.edge_values, by_hand.waiting); });
  }
}

TEST(edge_vertex_on_several_devices, sums_of_doubles) {
  for (const graph& g : graphs()) {
    const pagerank_program<double> program{.tolerance = 0};
    const auto expected = edge_vertex(g, program, {.max_supersteps = 20});
    each_list(g, program, {.max_supersteps = 20}, [&](const auto& found) {
      EXPECT_NEAR(found.aggregated.dropped, expected.aggregated.dropped, 1e-12);
      ASSERT_EQ(found.values.size(), expected.values.size());
      for (std::size_t v = 0; v < found.values.size(); ++v)
        ASSERT_NEAR(found.values[v], expected.values[v], 1e-12 * expected.values[v]) << v;
    });
    const auto once = on_devices(g, program, {.max_supersteps = 20}, {.devices = one_device_as(3)});
    const auto again = on_devices(g, program, {.max_supersteps = 20}, {.devices = one_device_as(3)});
    expect_identical(again.values, once.values);  // bit for bit
  }
}

// Rows of thousands of in-edges are cut into chunks, those of a vertex of another device, too.
TEST(edge_vertex_on_several_devices, long_rows) {
  edge_list edges;
  constexpr vertex_id n = 30'000;
  edges.num_vertices = n, edges.directed = true;
  edges.sources = array<vertex_id>(2 * n), edges.targets = array<vertex_id>(2 * n);
  for (vertex_id v = 0; v < n; ++v) {
    edges.sources[2 * v] = v, edges.targets[2 * v] = v % 2 == 0 ? 7 : 29'999;
    edges.sources[2 * v + 1] = v % 3 == 0 ? 20'001 : v, edges.targets[2 * v + 1] = v % 3 == 0 ? v : (v * 17) % n;
  }
  const graph g = simple(std::move(edges));
  each_list(g, looking{3, n, true}, {}, [](const auto&) {});
  each_list(g, looking_at_sources{{3, n, true}}, {}, [](const auto&) {});
  const travelled by_hand = tolls_by_hand(g, 7, 10'000);
  each_list(g, tolls{7}, {}, [&](const auto& found) { expect_identical(found.edge_values, by_hand.tolls); });
}

TEST(edge_vertex_on_several_devices, choose_the_supersteps_of_one_device) {
  const graph g = simple(with_weights(kron(10, 8)));
  const edge_vertex_options alone{.list_supersteps = true, .where = tested_device()};
  const auto expected = on_device(prepare_edge_vertex_on_device(g, alone), shortest_paths{1}, alone);
  const auto found = on_devices(g, shortest_paths{1}, {.list_supersteps = true}, {.devices = one_device_as(2)});
  EXPECT_EQ(found.report.pushed_supersteps, expected.report.pushed_supersteps);
  ASSERT_EQ(found.report.list.size(), expected.report.list.size());
  for (std::size_t i = 0; i < found.report.list.size(); ++i) {
    EXPECT_EQ(found.report.list[i].active, expected.report.list[i].active) << i;
    EXPECT_EQ(found.report.list[i].active_edges, expected.report.list[i].active_edges) << i;
    EXPECT_EQ(found.report.list[i].computed, expected.report.list[i].computed) << i;
    EXPECT_EQ(found.report.list[i].pushed, expected.report.list[i].pushed) << i;
  }
  const auto one = on_devices(g, shortest_paths{1}, {}, {.where = tested_device()});
  expect_identical(one.values, expected.values);
  EXPECT_TRUE(one.by_rank.empty());
}

// Threads as processes, each of which keeps the values of its own vertices, and every transport that the devices have.
TEST(edge_vertex_on_several_devices, are_processes_with_a_transport) {
  const graph g = simple(kron(9, 8));
  const auto expected = edge_vertex(g, shortest_paths{1});
  rank_threads threads(one_device_as(2));
  threads.run([&](communicator& ranks) {
    for (const int rows : {2, 1}) {
      const rank_graph parts(ranks, g, {.grid_rows = rows, .grid_columns = 2 / rows});
      for (const rank_transport transport : {rank_transport::automatic, rank_transport::host}) {
        const execution exec{.where = tested_device(), .transport = transport};
        const auto found = on_part(prepare_edge_vertex_on_device(parts, {}, exec), shortest_paths{1}, {.gather = false}, exec);
        ASSERT_EQ(found.values.size(), parts.last_vertex() - parts.first_vertex());
        EXPECT_TRUE(std::equal(found.values.begin(), found.values.end(), expected.values.begin() + parts.first_vertex()));
        EXPECT_EQ(sum(found.by_rank).edges, g.num_edges());
        EXPECT_GT(sum(found.by_rank).bytes_sent, 0u);
        const bool through_host = found.report.engine.find("transport host") != std::string::npos;
        EXPECT_TRUE(through_host || transport != rank_transport::host) << found.report.engine;
      }
    }
    const auto of_processes = on_devices(g, shortest_paths{1}, {}, {.where = tested_device(), .ranks = &ranks});
    expect_identical(of_processes.values, expected.values);
  });
}

TEST(edge_vertex_on_several_devices, refuse_what_they_do_not_support) {
  const graph g = simple(grid(6, 6));
  const std::vector<device> two = one_device_as(2);
  const auto refused = [&](const char* why, const graph& on, const edge_vertex_options& options, const execution& exec,
                           error_category category = error_category::usage) {
    expect_error(category, why, [&] { static_cast<void>(on_devices(on, shortest_paths{0}, options, exec)); });
  };
  refused("use message_form::fused", g, {.messages = message_form::buffered}, {.devices = two});
  refused("use edge_vertex_order::caller", g, {.order = edge_vertex_order::exact_sort}, {.devices = two});
  refused("set that of the execution", g, {.where = tested_device()}, {.devices = two});
  refused("use edge_vertex()", g, {}, {.devices = {device{}, device{}}});
  refused("use edge_vertex()", g, {}, {});
  refused("this call has one", g, {}, {.where = tested_device(), .transport = rank_transport::host});
  refused("build the graph without them", build(multi_edges(), {.parallel = parallel_edges::keep, .where = {}, .control = {}}).g,
          {}, {.devices = two});
  refused("may be used", g, {.memory_bytes = 1}, {.devices = two}, error_category::memory);
  refused("", g, {}, {.devices = two, .control = stopped()}, error_category::cancelled);
  refused("", g, {}, {.devices = two, .control = stopped_on_progress()}, error_category::cancelled);
}

}  // namespace
}  // namespace fathom::test
