// Programs of edge_vertex() on a CUDA device against the same programs on the CPU, on the zoo and in every way to run them.
#include <gtest/gtest.h>

#include <cstring>
#include <type_traits>

#include "device_programs.hpp"
#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

const build_options everything{.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}};

struct device_way {
  std::string name;
  edge_vertex_options options;
};

std::vector<device_way> every_device_way() {
  std::vector<device_way> ways;
  const auto add = [&](const char* name, message_form form, superstep_way way, edge_vertex_order order, vertex_id group) {
    edge_vertex_options options;
    options.messages = form, options.way = way, options.order = order, options.group_size = group;
    options.buckets = 10, options.where = tested_device();
    ways.push_back({name, options});
  };
  using enum edge_vertex_order;
  add("automatic", message_form::automatic, superstep_way::automatic, automatic, 1);
  add("push", message_form::fused, superstep_way::push, caller, 1);
  add("pull", message_form::fused, superstep_way::pull, caller, 1);
  add("sorted", message_form::fused, superstep_way::automatic, approximate_sort, 1);
  add("sorted exactly, pull", message_form::fused, superstep_way::pull, exact_sort, 1);
  add("buffered", message_form::buffered, superstep_way::automatic, caller, 1);
  add("buffered in groups", message_form::buffered, superstep_way::automatic, approximate_sort, 32);
  add("buffered in groups of 3", message_form::buffered, superstep_way::automatic, caller, 3);
  return ways;
}

class programs_on_a_device : public testing::TestWithParam<specimen> {
 protected:
  // A long path takes a superstep per vertex.
  [[nodiscard]] static bool is_deep() { return GetParam().name == "long_path"; }
  [[nodiscard]] static graph weighted() { return build(with_weights(GetParam().edges()), everything).g; }
  [[nodiscard]] static graph undirected() {
    build_options how = everything;
    how.symmetrize = true;
    return build(GetParam().edges(), how).g;
  }

  // check(found on the device, found on the CPU) for each way; `there` points to device memory, `here` to host memory.
  template <class Program, class Check>
  static void each_way(const graph& g, const Program& here, const Program& there, std::uint64_t max_supersteps, Check&& check) {
    edge_vertex_options plain;
    plain.max_supersteps = max_supersteps;
    const auto expected = edge_vertex(g, here, plain);
    for (device_way way : every_device_way()) {
      SCOPED_TRACE(way.name);
      way.options.max_supersteps = max_supersteps;
      const edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(g, way.options);
      const auto found = on_device(prepared, there, way.options);
      EXPECT_EQ(found.report.supersteps, expected.report.supersteps);
      EXPECT_EQ(found.report.end, expected.report.end);
      EXPECT_EQ(found.report.still_active, expected.report.still_active);
      EXPECT_EQ(found.report.active_edges, expected.report.active_edges);
      EXPECT_EQ(found.report.computed, expected.report.computed);
      EXPECT_EQ(found.report.where, tested_device());
      ASSERT_EQ(found.values.size(), expected.values.size());
      check(found, expected);
      if constexpr (std::is_arithmetic_v<typename Program::value>) {
        // Repeated runs are bitwise equal, including floating-point sums.
        const auto again = on_device(prepared, there, way.options);
        EXPECT_EQ(std::memcmp(again.values.data(), found.values.data(), found.values.bytes()), 0);
      }
      if (HasFailure()) return;
    }
  }
  template <class Program>
  static void expect_same_bits(const graph& g, const Program& program, std::uint64_t max_supersteps = 10'000) {
    each_way(g, program, program, max_supersteps, [](const auto& found, const auto& expected) {
      for (std::size_t v = 0; v < found.values.size(); ++v) ASSERT_EQ(found.values[v], expected.values[v]) << v;
    });
  }
};

TEST_P(programs_on_a_device, shortest_paths) {
  const graph g = weighted();
  if (g.num_vertices() == 0) return;
  expect_same_bits(g, shortest_paths{g.num_vertices() / 2}, is_deep() ? 200 : 10'000);
}

TEST_P(programs_on_a_device, components) { expect_same_bits(undirected(), components_program{}, is_deep() ? 100 : 10'000); }

TEST_P(programs_on_a_device, cores) {
  const graph g = undirected();
  for (const edge_offset k : {2, 8}) {
    const k_core program{k};
    each_way(g, program, program, is_deep() ? 100 : 10'000, [](const auto& found, const auto& expected) {
      for (std::size_t v = 0; v < found.values.size(); ++v) {
        ASSERT_EQ(found.values[v].stays, expected.values[v].stays) << v;
        ASSERT_EQ(found.values[v].edges, expected.values[v].edges) << v;
      }
    });
  }
}

TEST_P(programs_on_a_device, pagerank) {
  const graph g = build(GetParam().edges(), everything).g;
  const vertex_id n = g.num_vertices();
  std::vector<double> jumps(n);
  for (vertex_id v = 0; v < n; ++v) jumps[v] = 1.0 / n;
  const array<double> there = to_device(std::span<const double>(jumps), tested_device());
  const auto near = [](double tolerance) {
    return [tolerance](const auto& found, const auto& expected) {
      for (std::size_t v = 0; v < found.values.size(); ++v) ASSERT_NEAR(found.values[v], expected.values[v], tolerance) << v;
      EXPECT_NEAR(found.aggregated.change, expected.aggregated.change, tolerance * 100);
      EXPECT_NEAR(found.aggregated.dropped, expected.aggregated.dropped, tolerance * 100);
    };
  };
  each_way(g, pagerank_program<double>{.tolerance = 0, .jumps = jumps.data()},
           pagerank_program<double>{.tolerance = 0, .jumps = there.data()}, 8, near(1e-12));
  each_way(g, pagerank_program<float>{.tolerance = 0}, pagerank_program<float>{.tolerance = 0}, 8, near(4e-7));
}

TEST_P(programs_on_a_device, label_propagation) {
  const graph g = weighted();
  const vertex_id n = g.num_vertices();
  std::vector<std::int8_t> labels(n, -1);
  for (vertex_id v = 0; v < n; ++v) {
    if (random_bits(5, v) % 16 == 0) labels[v] = static_cast<std::int8_t>(random_bits(6, v) % 4);
  }
  const array<std::int8_t> there = to_device(std::span<const std::int8_t>(labels), tested_device());
  // With a precision of 0, the last bit decides whether a belief has changed, so that the number of supersteps is compared only
  // here.
  each_way(g, label_propagation{.label = labels.data(), .precise = 1e-3f},
           label_propagation{.label = there.data(), .precise = 1e-3f}, 3, [](const auto& found, const auto& expected) {
             for (std::size_t v = 0; v < found.values.size(); ++v) {
               for (int i = 0; i < 4; ++i) ASSERT_NEAR(found.values[v].in[i], expected.values[v].in[i], 1e-5) << v;
             }
           });
}

TEST_P(programs_on_a_device, heat_diffusion) {
  const graph g = weighted();
  const vertex_id n = g.num_vertices();
  std::vector<double> start(n);
  for (vertex_id v = 0; v < n; ++v) start[v] = static_cast<double>(random_bits(8, v) % 100);
  const array<double> there = to_device(std::span<const double>(start), tested_device());
  const double step = 0.03 / (1.0 + static_cast<double>(g.properties().max_in_degree));
  each_way(g, heat_diffusion{start.data(), step}, heat_diffusion{there.data(), step}, 8,
           [](const auto& found, const auto& expected) {
             for (std::size_t v = 0; v < found.values.size(); ++v) ASSERT_NEAR(found.values[v], expected.values[v], 1e-9) << v;
           });
}

TEST_P(programs_on_a_device, see_what_they_were_promised) {
  const graph g = build(GetParam().edges(), everything).g;
  const auto check = [](const auto& found, const auto& expected) {
    for (std::size_t v = 0; v < found.values.size(); ++v) {
      ASSERT_EQ(found.values[v].messages, expected.values[v].messages) << v;
      ASSERT_EQ(found.values[v].calls_without_messages, expected.values[v].calls_without_messages) << v;
      ASSERT_FALSE(found.values[v].wrong) << v;
    }
  };
  for (const bool half : {false, true}) {
    const looking program{3, g.num_vertices(), half};
    each_way(g, program, program, 10, check);
    const looking_at_sources same{program};
    each_way(g, same, same, 10, check);
  }
}

TEST_P(programs_on_a_device, edge_values) { expect_same_bits(weighted(), edge_values{}); }

// Values of edges that change: each_way() compares with the CPU, whose results the CPU's tests compare with serial loops.
TEST_P(programs_on_a_device, transport) {
  const graph g = weighted();
  std::vector<std::uint64_t> stock(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) stock[v] = random_bits(11, v) % 100;
  const array<std::uint64_t> there = to_device(std::span<const std::uint64_t>(stock), tested_device());
  const transported by_hand = transport_by_hand(g, stock, 9);
  each_way(g, transport{stock.data()}, transport{there.data()}, 9, [&](const auto& found, const auto&) {
    for (std::size_t v = 0; v < found.values.size(); ++v) ASSERT_EQ(found.values[v].stock, by_hand.stock[v]) << v;
    ASSERT_EQ(std::vector<std::uint64_t>(found.edge_values.begin(), found.edge_values.end()), by_hand.waiting);
  });
}

TEST_P(programs_on_a_device, tolls) {
  const graph g = weighted();
  if (g.num_vertices() == 0) return;
  const vertex_id source = g.num_vertices() / 2;
  const std::uint64_t most = is_deep() ? 200 : 10'000;
  const travelled by_hand = tolls_by_hand(g, source, most);
  each_way(g, tolls{source}, tolls{source}, most, [&](const auto& found, const auto&) {
    ASSERT_EQ(std::vector<std::uint64_t>(found.values.begin(), found.values.end()), by_hand.arrivals);
    ASSERT_EQ(std::vector<std::uint64_t>(found.edge_values.begin(), found.edge_values.end()), by_hand.tolls);
  });
}

INSTANTIATE_TEST_SUITE_P(zoo, programs_on_a_device, testing::ValuesIn(zoo()), specimen_name());

// Rows of thousands of edges are cut into chunks: a hub that all vertices gather from, and one that gathers from all.
TEST(edge_vertex_on_a_device, long_rows) {
  for (const bool symmetrize : {false, true}) {
    build_options how = everything;
    how.symmetrize = symmetrize;
    edge_list edges;
    constexpr vertex_id n = 40'000;
    edges.num_vertices = n;
    edges.sources = array<vertex_id>(2 * n), edges.targets = array<vertex_id>(2 * n);
    for (vertex_id v = 0; v < n; ++v) {
      edges.sources[2 * v] = v, edges.targets[2 * v] = 7;
      edges.sources[2 * v + 1] = v % 3 == 0 ? 33'333 : v, edges.targets[2 * v + 1] = v % 3 == 0 ? v : (v * 17) % n;
    }
    const graph g = build(std::move(edges), how).g;
    const auto expected = edge_vertex(g, components_program{});
    const auto counted = edge_vertex(g, looking{3, n, true});
    const travelled by_hand = tolls_by_hand(g, 7, 10'000);
    for (const device_way& way : every_device_way()) {
      SCOPED_TRACE(way.name);
      const edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(g, way.options);
      const auto found = on_device(prepared, components_program{}, way.options);
      const auto looked = on_device(prepared, looking{3, n, true}, way.options);
      const auto tolled = on_device(prepared, tolls{7}, way.options);
      ASSERT_EQ(std::vector<std::uint64_t>(tolled.edge_values.begin(), tolled.edge_values.end()), by_hand.tolls);
      EXPECT_EQ(found.report.supersteps, expected.report.supersteps);
      for (vertex_id v = 0; v < n; ++v) {
        ASSERT_EQ(found.values[v], expected.values[v]) << v;
        ASSERT_EQ(looked.values[v].messages, counted.values[v].messages) << v;
        ASSERT_FALSE(looked.values[v].wrong) << v;
      }
    }
  }
}

TEST(edge_vertex_on_a_device, a_path_costs_its_edges) {
  const graph g = build(path(20'000)).g;
  for (const message_form form : {message_form::fused, message_form::buffered}) {
    const edge_vertex_options options{.messages = form, .list_supersteps = true, .where = tested_device(), .control = {}};
    const auto found = on_device(prepare_edge_vertex_on_device(g, options), shortest_paths{0}, options);
    EXPECT_EQ(found.report.supersteps, 20'000u);
    EXPECT_EQ(found.report.pushed_supersteps, 20'000u);
    EXPECT_EQ(found.report.active_edges, g.num_edges());
    EXPECT_LE(found.report.edges_inspected, 8 * g.num_edges());
    EXPECT_LE(found.report.computed, 3u * 20'000);
    ASSERT_EQ(found.report.list.size(), 20'000u);
    EXPECT_EQ(found.report.list[9'999].active, 1u);
    EXPECT_EQ(found.values[19'999], 19'999.0f);
  }
}

TEST(edge_vertex_on_a_device, ends_on_request) {
  const graph g = build(grid(20, 20)).g;
  edge_vertex_options options{.where = tested_device(), .control = {}};
  const edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(g, options);
  options.max_supersteps = 0;
  const auto none = on_device(prepared, components_program{}, options);
  EXPECT_EQ(none.report.end, edge_vertex_end::max_supersteps);
  EXPECT_EQ(none.report.still_active, 400u);
  for (vertex_id v = 0; v < 400; ++v) ASSERT_EQ(none.values[v], v);
  options.max_supersteps = 1;
  const auto one = on_device(prepared, components_program{}, options);
  EXPECT_EQ(one.report.supersteps, 1u);
  for (vertex_id v = 0; v < 400; ++v) ASSERT_EQ(one.values[v], v >= 20 ? v - 20 : v > 0 ? v - 1 : 0);
  options.control = stopped();
  expect_error(error_category::cancelled, [&] { static_cast<void>(on_device(prepared, components_program{}, options)); });
}

TEST(edge_vertex_on_a_device, says_what_it_cannot_do) {
  const graph g = build(kron(10)).g;
  edge_vertex_options options{.where = tested_device(), .control = {}};
  const edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(g, options);
  const auto run = [&](const edge_vertex_options& o) {
    return [&prepared, o] { static_cast<void>(on_device(prepared, components_program{}, o)); };
  };
  edge_vertex_options wrong = options;
  wrong.group_size = 32;
  expect_error(error_category::usage, "there is no message buffer to lay out", run(wrong));
  wrong = options;
  wrong.where = {device_kind::cuda, 99};
  expect_error(error_category::usage, "prepare it for that device", run(wrong));
  wrong = options;
  wrong.where = {};
  expect_error(error_category::usage, "use edge_vertex()", run(wrong));
  expect_error(error_category::usage, "use edge_vertex()", [&] { static_cast<void>(prepare_edge_vertex_on_device(g, wrong)); });
  wrong = options;
  wrong.messages = message_form::buffered;
  const edge_vertex_report needs = on_device(prepared, components_program{}, wrong).report;
  wrong.memory_bytes = needs.planned_bytes - 1;
  expect_error(error_category::memory, "choose message_form::fused", run(wrong));
  wrong.memory_bytes = needs.planned_bytes;
  EXPECT_EQ(on_device(prepared, components_program{}, wrong).report.supersteps, needs.supersteps);
}

}  // namespace
}  // namespace fathom::test
