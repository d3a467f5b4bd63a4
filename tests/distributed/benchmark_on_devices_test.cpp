// Graph500 benchmark on devices that write to each other's memory: graph, results and verdicts equal those of the hosts, and
// results are validated in device memory.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "bfs/distributed/make_searcher.hpp"
#include "graph500/benchmark_graph.hpp"
#include "graph500_searches.hpp"
#include "partitioned.hpp"
#include "reference/float_dijkstra.hpp"
#include "shared_devices.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using ranks_engine::benchmark_graph;
using ranks_engine::benchmark_spec;
using test::ranks;

constexpr float infinity = std::numeric_limits<float>::infinity();

benchmark_spec small_spec(int scale) {
  return {.scale = scale,
          .edge_factor = 6,
          .seed = 5,
          .weights = true,
          .grid_rows = ranks().size(),
          .grid_columns = 1,
          .where = ranks_engine::device_of_rank(ranks(), test::tested_device()),
          .transport = rank_transport::peer};
}

std::unique_ptr<benchmark_graph> constructed(std::unique_ptr<benchmark_graph> made) {
  made->generate();
  made->construct();
  return made;
}

struct all_paths {
  std::vector<std::int64_t> predecessors;  ///< of all processes
  std::vector<float> distances;
};

all_paths search(const benchmark_graph& on, ranks_engine::paths_searcher& paths, global_vertex source) {
  const index_range own = on.graph().own_block();
  std::vector<std::int64_t> predecessors(own.last - own.first);
  std::vector<float> distances(predecessors.size());
  const ranks_engine::paths_request request{source, predecessors, distances};
  static_cast<void>(paths.run(request));
  paths.take_results(request);
  return {test::gathered(std::span<const std::int64_t>(predecessors)), test::gathered(std::span<const float>(distances))};
}

// Hosts and devices divide vertices into different blocks.
ranks_engine::rank_verdict check(benchmark_graph& by, global_vertex source, const all_paths& claimed) {
  const index_range own = by.graph().own_block();
  const auto size = own.last - own.first;
  return by.check_paths(source, std::span(claimed.predecessors).subspan(own.first, size),
                        std::span(claimed.distances).subspan(own.first, size));
}

graph weighted_graph(const benchmark_spec& spec) {
  const edge_slice whole = kron_slice(spec.scale, spec.edge_factor, spec.seed, true, 0, 1, test::rank_control());
  edge_list list = kron(spec.scale, spec.edge_factor, {}, {.seed = spec.seed, .control = {}});
  list.weights = array<edge_weight>(list.size());
  std::copy(whole.weights.begin(), whole.weights.end(), list.weights.begin());
  return build(std::move(list)).g;
}

class benchmark_on_devices : public testing::Test {
 protected:
  void SetUp() override {
    if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  }
};

TEST_F(benchmark_on_devices, finds_dijkstras_paths) {
  for (const int scale : {2, 9, 13}) {
    const benchmark_spec spec = small_spec(scale);
    const graph g = weighted_graph(spec);
    const auto devices = constructed(ranks_engine::benchmark_on_devices(ranks(), spec, test::rank_control()));
    EXPECT_EQ(devices->graph().num_edges, g.num_edges());
    const auto paths = devices->make_paths_searcher();
    for (const vertex_id source : {vertex_id{0}, g.num_vertices() / 2, g.num_vertices() - 1}) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << " from " << source);
      const all_paths found = search(*devices, *paths, source);
      EXPECT_EQ(found.distances, test::float_dijkstra(g, source));
      const ranks_engine::rank_verdict verdict = check(*devices, source, found);
      EXPECT_TRUE(verdict.valid) << verdict.message;
      const auto reached = std::count_if(found.distances.begin(), found.distances.end(), [](float d) { return std::isfinite(d); });
      EXPECT_EQ(verdict.reached, static_cast<std::uint64_t>(reached));
    }
  }
}

struct damage {
  const char* name;
  std::function<void(all_paths&, std::size_t, std::size_t)> done;  ///< damages a vertex far from the source, given its predecessor
};

TEST_F(benchmark_on_devices, validates_paths_as_on_hosts) {
  const benchmark_spec spec = small_spec(9);
  const auto devices = constructed(ranks_engine::benchmark_on_devices(ranks(), spec, test::rank_control()));
  const auto hosts = constructed(ranks_engine::benchmark_on_hosts(ranks(), spec, test::rank_control()));
  const graph g = weighted_graph(spec);
  vertex_id source = 0;
  while (g.view().out.begin(source) == g.view().out.end(source)) ++source;
  const all_paths right = search(*devices, *devices->make_paths_searcher(), source);
  // Distant, and not adjacent to the source.
  std::size_t far = source;
  for (std::size_t v = 0; v < right.distances.size(); ++v) {
    if (std::isfinite(right.distances[v]) && right.distances[v] > right.distances[far]) far = v;
  }
  const auto near = static_cast<std::size_t>(right.predecessors[far]);
  ASSERT_NE(near, source);
  const damage damages[] = {
      {"none", [](all_paths&, std::size_t, std::size_t) {}},
      {"too near", [](all_paths& p, std::size_t v, std::size_t) { p.distances[v] /= 2; }},
      {"too far", [](all_paths& p, std::size_t v, std::size_t) { p.distances[v] = std::nextafter(p.distances[v], infinity); }},
      {"unreached", [](all_paths& p, std::size_t v, std::size_t) { p.distances[v] = infinity, p.predecessors[v] = -1; }},
      {"infinite", [](all_paths& p, std::size_t v, std::size_t) { p.distances[v] = infinity; }},
      {"negative infinite", [](all_paths& p, std::size_t v, std::size_t) { p.distances[v] = -infinity; }},
      {"no number", [](all_paths& p, std::size_t v, std::size_t) { p.distances[v] = std::nanf(""); }},
      {"without a predecessor", [](all_paths& p, std::size_t v, std::size_t) { p.predecessors[v] = -1; }},
      {"below another", [&](all_paths& p, std::size_t v, std::size_t) { p.predecessors[v] = source; }},
      {"below itself", [](all_paths& p, std::size_t v, std::size_t) { p.predecessors[v] = static_cast<std::int64_t>(v); }},
      {"a circle", [](all_paths& p, std::size_t v, std::size_t u) { p.predecessors[u] = static_cast<std::int64_t>(v); }},
      {"below no vertex",
       [](all_paths& p, std::size_t v, std::size_t) { p.predecessors[v] = static_cast<std::int64_t>(p.distances.size()); }},
      {"a source that is far", [&](all_paths& p, std::size_t, std::size_t) { p.distances[source] = 1; }},
      {"a source below another",
       [&](all_paths& p, std::size_t v, std::size_t) { p.predecessors[source] = static_cast<std::int64_t>(v); }},
  };
  for (const damage& one : damages) {
    all_paths claimed = right;
    one.done(claimed, far, near);
    const ranks_engine::rank_verdict by_hosts = check(*hosts, source, claimed), by_devices = check(*devices, source, claimed);
    EXPECT_EQ(by_hosts.valid, &one == damages) << one.name;
    EXPECT_EQ(by_devices.valid, by_hosts.valid) << one.name;
    EXPECT_EQ(by_devices.message, by_hosts.message) << one.name;
    if (!by_hosts.valid) continue;
    EXPECT_EQ(by_devices.reached, by_hosts.reached);
    EXPECT_EQ(by_devices.edges_traversed, by_hosts.edges_traversed);
  }
}

/// Overwrites an entry of an array in device memory. A copy of pageable memory may return before the device has the value.
template <class T>
void spoil(const T* entry, T value) {
  ASSERT_EQ(cudaMemcpy(const_cast<T*>(entry), &value, sizeof value, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(benchmark_on_devices, validates_trees_in_place) {
  if (!test::kernels_can_wait()) GTEST_SKIP() << "threads share a device";
  benchmark_spec spec = small_spec(9);
  std::vector<int> grids = {spec.grid_rows};
  if (ranks().size() == 1) grids.push_back(0);  // without a grid another engine searches
  for (const int rows : grids) {
    spec.grid_rows = rows;
    const auto devices = constructed(ranks_engine::benchmark_on_devices(ranks(), spec, test::rank_control()));
    const auto searcher = devices->make_searcher();
    const index_range own = devices->graph().own_block();
    array<std::int64_t> predecessors(own.last - own.first);
    ranks_engine::search_request request;
    request.options.report_levels = true;
    request.predecessors = {predecessors.data(), predecessors.size()};
    global_vertex source = 0;
    while (searcher->run(request).reached == 1) request.source = ++source;
    ASSERT_TRUE(devices->validates_in_place());
    const ranks_engine::rank_verdict there = devices->check_last(source);
    searcher->take_results(request);
    const ranks_engine::rank_verdict here = devices->check(source, request.predecessors);
    EXPECT_TRUE(there.valid) << there.message;
    EXPECT_TRUE(here.valid) << here.message;
    EXPECT_EQ(there.reached, here.reached);
    EXPECT_EQ(there.edges_traversed, here.edges_traversed);
    if (source < own.last && source >= own.first)
      spoil(searcher->predecessors_on_device() + (source - own.first), ~std::uint32_t{0});
    EXPECT_FALSE(devices->check_last(source).valid);
    EXPECT_FALSE(searcher->run(request).levels.empty());
    EXPECT_TRUE(devices->check_last(source).valid);
  }
}

TEST_F(benchmark_on_devices, validates_paths_in_place) {
  const auto devices = constructed(ranks_engine::benchmark_on_devices(ranks(), small_spec(9), test::rank_control()));
  const auto paths = devices->make_paths_searcher();
  const index_range own = devices->graph().own_block();
  ranks_engine::paths_request request;
  while (paths->run(request).reached == 1) ++request.source;
  const ranks_engine::rank_verdict right = devices->check_last_paths(request.source);
  EXPECT_TRUE(right.valid) << right.message;
  const bool is_mine = request.source >= own.first && request.source < own.last;
  if (is_mine) spoil(paths->results_on_device().distances + (request.source - own.first), 0.5f);
  EXPECT_FALSE(devices->check_last_paths(request.source).valid);
  static_cast<void>(paths->run(request));
  EXPECT_TRUE(devices->check_last_paths(request.source).valid);
  if (is_mine) spoil(paths->results_on_device().predecessors + (request.source - own.first), std::int64_t{-1});
  EXPECT_FALSE(devices->check_last_paths(request.source).valid);
}

// A single process without a grid uses another engine; the results must not show that.
TEST_F(benchmark_on_devices, of_one_process_is_that_of_ranks) {
  if (ranks().size() > 1) GTEST_SKIP() << "a test for one process";
  graph500_options options = test::small_benchmark();
  options.ranks = nullptr;
  options.sssp = true;
  const graph500_result alone = graph500(options);
  options.grid_rows = options.grid_columns = 1;
  const graph500_result on_ranks = graph500(options);
  options.where = {};
  options.grid_rows = options.grid_columns = 0;
  const graph500_result on_cpu = graph500(options);
  ASSERT_TRUE(alone.valid) << alone.message;
  for (const graph500_result* other : {&on_ranks, &on_cpu}) {
    ASSERT_TRUE(other->valid) << other->message;
    test::expect_same_searches(alone, *other);
    ASSERT_EQ(alone.sssp.size(), other->sssp.size());
    for (std::size_t i = 0; i < alone.sssp.size(); ++i) EXPECT_EQ(alone.sssp[i].reached, other->sssp[i].reached) << i;
    ASSERT_FALSE(other->slowest.empty());
  }
  ASSERT_FALSE(alone.slowest.empty());
  EXPECT_EQ(alone.slowest.front().frontier, 1u);
  ASSERT_EQ(alone.by_rank.size(), 1u);
  EXPECT_EQ(alone.by_rank[0].vertices, on_cpu.by_rank[0].vertices);
  EXPECT_EQ(alone.by_rank[0].edges, on_cpu.by_rank[0].edges);
  EXPECT_GT(alone.by_rank[0].seconds_search, 0);
}

}  // namespace
}  // namespace fathom
