// The examples' programs on a CUDA device against the same programs on the CPU, on the zoo.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "device_programs.hpp"
#include "expected_error.hpp"
#include "fathom/build.hpp"
#include "fathom/distributed/rank_threads.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

constexpr double relative_tolerance = 1e-12;

std::vector<vertex_id> some_sources(const graph& g) {
  const vertex_id n = g.num_vertices();
  return {n - 1, 0, n / 2, n / 3, 0, n / 5};
}

std::vector<vertex_id> all_vertices(const graph& g) {
  std::vector<vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return all;
}

template <class Result>
void expect_same_counts(const Result& found, const Result& expected) {
  EXPECT_EQ(found.report.reached, expected.report.reached);
  EXPECT_EQ(found.report.stopped, expected.report.stopped);
  EXPECT_EQ(found.report.depth, expected.report.depth);
  EXPECT_EQ(found.report.edges_traversed, expected.report.edges_traversed);
}

// Limit for methods that inspect all edges or all vertices in every level.
constexpr vertex_id most_vertices_the_long_way = 10'000;

class program_on_device : public testing::TestWithParam<test::specimen> {
 protected:
  program_on_device() : g(build(GetParam().edges()).g), sources(some_sources(g)) {}

  // check(layout on the host, layout to search, options): both orders, layouts in either memory, all methods, edges in both
  // directions.
  template <class Check>
  void each_way(const Check& check) const {
    using method = multi_search_method;
    struct way {
      method by;
      search_directions from;
      edge_offset threshold;
    };
    constexpr way ways[] = {
        {method::automatic, search_directions::automatic, 0},  {method::hybrid, search_directions::top_down, 3},
        {method::hybrid, search_directions::bottom_up, 3},     {method::work_efficient, search_directions::automatic, 0},
        {method::warp_based, search_directions::automatic, 0}, {method::edge_parallel, search_directions::top_down, 0}};
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout on_host = prepare(g, {.order = order, .where = {}, .control = {}});
      const layout there = prepare(g, {.order = order, .where = test::tested_device(), .control = {}});
      for (const way& w : ways) {
        const bool long_way = w.from == search_directions::bottom_up || w.by == method::edge_parallel;
        if (long_way && g.num_vertices() > most_vertices_the_long_way) continue;
        multi_search_options options;
        options.method = w.by, options.directions = w.from, options.threshold = w.threshold;
        options.where = test::tested_device();
        SCOPED_TRACE(std::string(to_string(w.by)) + (order == vertex_order::degree ? ", degree order" : ", caller's order"));
        check(on_host, on_host, options);
        if (!HasFailure()) check(on_host, there, options);
        if (HasFailure()) return;
      }
    }
  }

  const graph g;
  const std::vector<vertex_id> sources;
};

TEST_P(program_on_device, distances) {
  each_way([&](const layout& on_host, const layout& l, const multi_search_options& options) {
    const auto expected = multi_search(on_host, sources, distances{});
    const auto found = test::on_device(l, sources, distances{}, options);
    expect_same_counts(found, expected);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        ASSERT_EQ(found.searches[i].distance[v], expected.searches[i].distance[v]) << i << " " << v;
      }
    }
  });
}

TEST_P(program_on_device, k_hop_counts) {
  each_way([&](const layout& on_host, const layout& l, const multi_search_options& options) {
    for (const std::uint64_t enough : {1, 20, 1'000'000}) {
      const auto expected = multi_search(on_host, sources, k_hop_counts{.enough = enough});
      const auto found = test::on_device(l, sources, k_hop_counts{.enough = enough}, options);
      expect_same_counts(found, expected);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        ASSERT_EQ(found.searches[i].hops, expected.searches[i].hops) << i;
        for (hop_count h = 0; h <= expected.searches[i].hops; ++h) {
          ASSERT_EQ(found.searches[i].within[h], expected.searches[i].within[h]) << i << " " << h;
        }
      }
    }
  });
}

TEST_P(program_on_device, label_reachability) {
  std::vector<std::uint8_t> labels(g.num_vertices());
  for (std::size_t v = 0; v < labels.size(); ++v) labels[v] = static_cast<std::uint8_t>(v % 3);
  each_way([&](const layout& on_host, const layout& l, const multi_search_options& options) {
    const auto inside = in_layout_order<std::uint8_t>(on_host, labels), there = in_layout_order<std::uint8_t>(l, labels, options);
    const auto expected = multi_search(on_host, sources, label_reachability{inside.data(), 0b011});
    const auto found = test::on_device(l, sources, label_reachability{there.data(), 0b011}, options);
    expect_same_counts(found, expected);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        ASSERT_EQ(found.searches[i].reached[v], expected.searches[i].reached[v]) << i << " " << v;
      }
    }
  });
}

TEST_P(program_on_device, betweenness) {
  each_way([&](const layout& on_host, const layout& l, const multi_search_options& options) {
    const auto expected = multi_search(on_host, sources, ::betweenness{});
    const auto found = test::on_device(l, sources, ::betweenness{}, options);
    expect_same_counts(found, expected);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      const double value = expected.totals.centrality[v];
      ASSERT_NEAR(found.totals.centrality[v], value, relative_tolerance * std::max(1.0, std::abs(value))) << v;
    }
  });
}

TEST_P(program_on_device, components) {
  if (g.directed() || g.num_vertices() > most_vertices_the_long_way) return;
  const std::vector<vertex_id> all = all_vertices(g);
  each_way([&](const layout& on_host, const layout& l, const multi_search_options& options) {
    const auto expected = multi_search(on_host, all, components{});
    const auto found = test::on_device(l, all, components{}, options);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(found.totals.label[v], expected.totals.label[v]) << v;
  });
}

std::vector<test::specimen> with_vertices() {
  return test::zoo_where([](const edge_list& edges) { return edges.num_vertices > 0; });
}
INSTANTIATE_TEST_SUITE_P(zoo, program_on_device, testing::ValuesIn(with_vertices()), [](const auto& of) { return of.param.name; });

multi_search_options here() {
  multi_search_options options;
  options.where = test::tested_device();
  return options;
}

// Levels that do not fit into the queues in shared memory, hubs, and more sources than thread blocks.
TEST(device_searches, large_levels_and_many_sources) {
  for (const char* const spec : {"kron:13:16", "grid:100x100"}) {
    const graph g = build(generate(spec)).g;
    const layout l = prepare(g);
    const std::vector<vertex_id> all = all_vertices(g);
    const auto expected = multi_search(l, all, ::betweenness{});
    const auto found = test::on_device(l, all, ::betweenness{}, here());
    expect_same_counts(found, expected);
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      const double value = expected.totals.centrality[v];
      ASSERT_NEAR(found.totals.centrality[v], value, 1e-9 * std::max(1.0, std::abs(value))) << spec << " " << v;
    }
  }
}

TEST(device_searches, batches_give_the_same) {
  const graph g = build(generate("grid:30x30")).g;
  const layout l = prepare(g);
  const std::vector<vertex_id> all = all_vertices(g);
  multi_search_options little = here();
  little.at_once = 3, little.memory_bytes = 1 << 20;
  const auto expected = multi_search(l, all, distances{});
  const auto found = test::on_device(l, all, distances{}, little);
  EXPECT_LT(found.report.batch, all.size());
  EXPECT_LE(found.report.at_once, 3);
  expect_same_counts(found, expected);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (vertex_id v = 0; v < g.num_vertices(); ++v) ASSERT_EQ(found.searches[i].distance[v], expected.searches[i].distance[v]);
  }
}

TEST(device_searches, report_what_was_chosen) {
  const graph g = build(generate("kron:10:16")).g;
  const layout l = prepare(g);
  const std::vector<vertex_id> sources{0, 1};
  const auto chosen = test::on_device(l, sources, distances{}, here());
  EXPECT_EQ(chosen.report.method, "hybrid");
  EXPECT_GT(chosen.report.threshold, 0u);
  EXPECT_GT(chosen.report.seconds_on_device, 0);
  multi_search_options asked = here();
  asked.threshold = 77;
  EXPECT_EQ(test::on_device(l, sources, distances{}, asked).report.threshold, 77u);
}

// As multi_search.chooses_the_direction_with_fewer_edges.
TEST(device_searches, choose_the_direction_with_fewer_edges) {
  const auto inspected = [](const graph& g, search_directions directions) {
    multi_search_options options = here();
    options.directions = directions;
    return test::on_device(prepare(g), some_sources(g), distances{}, options).report.edges_inspected;
  };
  for (const char* const mesh : {"delaunay:12", "grid:64x64"}) {
    const graph g = build(generate(mesh)).g;
    EXPECT_LE(inspected(g, search_directions::automatic), inspected(g, search_directions::top_down) / 10 * 11) << mesh;
  }
  const graph hubs = build(generate("kron:12:16")).g;
  EXPECT_LT(inspected(hubs, search_directions::automatic), inspected(hubs, search_directions::top_down) / 4);
}

TEST(device_searches, refuse_what_cannot_be) {
  const graph g = build(generate("grid:30x30")).g;
  const layout l = prepare(g);
  const auto run = [&](const multi_search_options& options, std::vector<vertex_id> sources) {
    return [&l, sources, options] { (void)test::on_device(l, sources, distances{}, options); };
  };
  test::expect_error(error_category::usage, "no sources", run(here(), {}));
  test::expect_error(error_category::usage, "source 900", run(here(), {900}));
  multi_search_options options = here();
  options.where = {};
  test::expect_error(error_category::usage, "use multi_search()", run(options, {0}));
  options = here(), options.memory_bytes = 1;
  test::expect_error(error_category::memory, "may be used", run(options, {0}));
  options = here();
  options.control = test::stopped();
  test::expect_error(error_category::cancelled, "stopped", run(options, {0}));
}

// One thread per device, and threads as processes that share a device; the last has no source.
TEST(programs_on_devices, have_the_results_of_one) {
  const graph g = build(kron(9, 8)).g;
  const layout l = prepare(g);
  const device where = test::tested_device();
  for (const std::vector<vertex_id>& sources : {all_vertices(g), std::vector<vertex_id>{7, 3}}) {
    const auto expected = multi_search(l, sources, distances{});
    const auto paths = multi_search(l, sources, ::betweenness{});
    const auto check = [&](const execution& exec) {
      const auto found = test::on_devices(l, sources, distances{}, exec);
      expect_same_counts(found, expected);
      const auto positions = test::on_devices(l, sources, test::source_positions{}, exec);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        EXPECT_EQ(positions.searches[i].position, i);
        EXPECT_TRUE(std::equal(found.searches[i].distance.data, found.searches[i].distance.data + g.num_vertices(),
                               expected.searches[i].distance.data));
      }
      const auto centrality = test::on_devices(l, sources, ::betweenness{}, exec);
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        const double value = paths.totals.centrality.data[v];
        EXPECT_LE(std::abs(centrality.totals.centrality.data[v] - value), relative_tolerance * std::max(1.0, value)) << v;
      }
      EXPECT_EQ(found.report.by_rank.size(), 3u);
    };
    check({.devices = {where, where, where}});
    rank_threads threads(std::vector<device>(3, where));
    threads.run([&](communicator& ranks) { check({.where = where, .ranks = &ranks}); });
  }
  EXPECT_THROW(
      static_cast<void>(test::on_devices(l, std::vector<vertex_id>{0, g.num_vertices()}, distances{}, {.devices = {where, where}})),
      error);
  EXPECT_THROW(static_cast<void>(test::on_devices(l, std::vector<vertex_id>{0}, distances{}, execution{})), error);
}

}  // namespace
}  // namespace fathom
