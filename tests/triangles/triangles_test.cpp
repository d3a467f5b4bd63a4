// Triangles on the tested device against the reference, on every graph shape and number of threads, and against closed formulas.
#include "fathom/triangles.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "reference/triangles_by_hand.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

triangles_result counted_on(const graph& g, int threads) {
  triangles_options options{{}, tested_device(), {}};
  options.control.threads = threads;
  return count_triangles(g, options);
}

graph undirected(edge_list edges, const build_options& options = {}) {
  edges.directed = false;
  return build(std::move(edges), options).g;
}

void expect_triangles(const graph& g, int threads) {
  const triangles_result found = counted_on(g, threads);
  const std::vector<std::set<vertex_id>> neighbours = neighbours_by_hand(g);
  const std::vector<std::uint64_t> expected = triangles_by_hand(neighbours);
  ASSERT_EQ(std::vector<std::uint64_t>(found.triangles.begin(), found.triangles.end()), expected) << threads << " threads";
  EXPECT_EQ(found.count, std::accumulate(expected.begin(), expected.end(), std::uint64_t{0}) / 3);
  ASSERT_EQ(found.degrees.size(), neighbours.size());
  std::uint64_t wedges = 0;
  double sum = 0;
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    const std::uint64_t d = neighbours[v].size(), pairs = d < 2 ? 0 : d * (d - 1) / 2;
    EXPECT_EQ(found.degrees[v], d);
    EXPECT_DOUBLE_EQ(found.clustering(v), pairs == 0 ? 0 : static_cast<double>(expected[v]) / static_cast<double>(pairs));
    wedges += pairs;
    sum += found.clustering(v);
  }
  EXPECT_EQ(found.wedges, wedges);
  EXPECT_DOUBLE_EQ(found.transitivity(), wedges == 0 ? 0 : 3.0 * static_cast<double>(found.count) / static_cast<double>(wedges));
  EXPECT_DOUBLE_EQ(found.average_clustering(), g.num_vertices() == 0 ? 0 : sum / g.num_vertices());
}

class triangles_of : public testing::TestWithParam<specimen> {};

TEST_P(triangles_of, agree_with_common_neighbors) {
  const graph g = undirected(GetParam().edges());
  for (const int threads : {1, 2, 4}) expect_triangles(g, threads);
}

TEST_P(triangles_of, leave_loops_and_parallel_edges_out) {
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  expect_triangles(undirected(GetParam().edges(), options), 2);
}

INSTANTIATE_TEST_SUITE_P(zoo, triangles_of, testing::ValuesIn(zoo()), specimen_name());

// The CPU counts these in the order of ids. Neighbors share slots of its table, and some are the vertex itself.
TEST(triangles, of_graphs_with_uniform_degrees) {
  for (const char* spec : {"uniform:12:16", "small-world:3000:24:0.1", "grid:30x40"}) {
    SCOPED_TRACE(spec);
    const edge_list generated = generate(spec);
    edge_pairs edges;
    for (std::size_t e = 0; e < generated.size(); ++e) edges.emplace_back(generated.sources[e], generated.targets[e]);
    for (vertex_id v = 0; v < generated.num_vertices; v += 3) edges.emplace_back(v, v);
    build_options options;
    options.loops = self_loops::keep;
    const graph g = undirected(edges_of(static_cast<vertex_id>(generated.num_vertices), edges, false), options);
    EXPECT_GT(g.properties().self_loops, 0u);
    expect_triangles(g, 2);
  }
}

TEST(triangles, are_counted_as_formulas_state) {
  edge_pairs complete, wheel;
  for (vertex_id u = 0; u < 70; ++u) {
    for (vertex_id v = 0; v < u; ++v) complete.emplace_back(u, v);
  }
  const triangles_result all = counted_on(undirected(edges_of(70, complete, false)), 4);
  EXPECT_EQ(all.count, 70u * 69 * 68 / 6);
  EXPECT_EQ(all.triangles[17], 69u * 68 / 2);
  EXPECT_EQ(all.transitivity(), 1);
  EXPECT_EQ(all.average_clustering(), 1);
  for (vertex_id v = 1; v <= 1000; ++v) wheel.emplace_back(0, v), wheel.emplace_back(v, v % 1000 + 1);
  const triangles_result around = counted_on(undirected(edges_of(1001, wheel, false)), 4);
  EXPECT_EQ(around.count, 1000u);
  EXPECT_EQ(around.triangles[0], 1000u);
  EXPECT_DOUBLE_EQ(around.clustering(1), 2.0 / 3);
}

// More contention of threads for the same hubs than in any other test graph.
TEST(triangles, are_right_among_many_threads) { expect_triangles(build(generate("kron:11:16")).g, 8); }

TEST(triangles, of_unsorted_rows_are_those_of_sorted_rows) {
  build_options options;
  options.parallel = parallel_edges::keep;
  options.loops = self_loops::keep;
  const graph sorted = build(generate("kron:8:16"), options).g;
  graph_arrays rows;
  rows.offsets = array<edge_offset>(sorted.num_vertices() + 1);
  rows.targets = array<vertex_id>(sorted.num_edges());
  std::copy_n(sorted.arrays().offsets.data(), rows.offsets.size(), rows.offsets.data());
  std::copy_n(sorted.arrays().targets.data(), rows.targets.size(), rows.targets.data());
  for (vertex_id v = 0; v < sorted.num_vertices(); ++v) {
    std::shuffle(rows.targets.data() + rows.offsets[v], rows.targets.data() + rows.offsets[v + 1], std::mt19937(v));
  }
  rows.properties = sorted.properties();
  rows.properties.sorted = false;
  expect_triangles(graph(std::move(rows)), 2);
}

TEST(triangles, report_where_they_were_counted) {
  const triangles_result found = counted_on(build(generate("kron:10:16")).g, 2);
  EXPECT_EQ(found.report.where, tested_device());
  EXPECT_EQ(found.report.seconds_on_device > 0, tested_device().kind == device_kind::cuda);
  EXPECT_GE(found.report.seconds(), found.report.seconds_count);
}

template <class T>
void expect_kept(const array<T>& kept, const array<T>& expected) {
  if (!expected.empty()) {
    EXPECT_EQ(kept.where(), tested_device());
  }
  const array<T> found = to_host(kept);
  EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
}

TEST(triangles, stay_on_the_device_on_request) {
  if (tested_device().kind == device_kind::cpu) GTEST_SKIP() << "needs a GPU";
  for (const specimen& s : zoo()) {
    SCOPED_TRACE(s.name);
    for (const auto role : {triangle_directions::ignored, triangle_directions::counted}) {
      const graph g = with_rows_on(build(s.edges()).g, tested_device());
      triangles_options options{role, {}, {}};
      const triangles_result expected = count_triangles(g, options);
      options.where = tested_device(), options.keep_on_device = true;
      const triangles_result kept = count_triangles(g, options);
      EXPECT_EQ(kept.count, expected.count);
      EXPECT_EQ(kept.wedges, expected.wedges);
      EXPECT_DOUBLE_EQ(kept.average_clustering(), expected.average_clustering());
      expect_kept(kept.triangles, expected.triangles);
      expect_kept(kept.degrees, expected.degrees);
      expect_kept(kept.mutual, expected.mutual);
    }
  }
}

TEST(triangles, stop_on_request_and_refuse_nonsense) {
  const graph g = build(grid(50, 50)).g;
  EXPECT_THROW(static_cast<void>(counted_on(g, -1)), error);
  triangles_options options;
  options.keep_on_device = true;
  EXPECT_THROW(static_cast<void>(count_triangles(g, options)), error);
  options = {};
  options.where = {device_kind::cuda, 99};
  EXPECT_THROW(static_cast<void>(count_triangles(g, options)), error);
  options.where = tested_device();
  const std::vector<device> twice(2, tested_device());
  if (tested_device().kind == device_kind::cuda) {
    EXPECT_THROW(static_cast<void>(count_triangles(g, options, {.devices = twice})), error);  // two places
    EXPECT_THROW(static_cast<void>(count_triangles(g, {}, {.devices = {device{}, tested_device()}})), error);
  }
  EXPECT_THROW(static_cast<void>(count_triangles(g, {.keep_on_device = true}, {.devices = twice})), error);
  EXPECT_THROW(static_cast<void>(count_triangles(g, {}, {.devices = {tested_device(), {device_kind::cuda, 99}}})), error);
  EXPECT_THROW(static_cast<void>(count_triangles(g, {}, {.transport = rank_transport::host})), error);
  options.control = stopped_on_progress();
  EXPECT_THROW(static_cast<void>(count_triangles(g, options)), error);
}

}  // namespace
}  // namespace fathom::test
