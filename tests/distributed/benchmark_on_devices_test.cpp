// Kernel 3 from generation to validation by devices that write to each other's memory: the graph, the distances and the verdicts
// are those of the hosts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "engine/ranks/benchmark_graph.hpp"
#include "engine/ranks/make_searcher.hpp"
#include "partitioned.hpp"
#include "reference/float_dijkstra.hpp"
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
  std::vector<std::int64_t> predecessors;  ///< of all ranks
  std::vector<float> distances;
};

all_paths search(const benchmark_graph& on, ranks_engine::paths_searcher& paths, global_vertex source) {
  const index_range own = on.graph().own_block();
  std::vector<std::int64_t> predecessors(own.last - own.first);
  std::vector<float> distances(predecessors.size());
  static_cast<void>(paths.run({source, predecessors, distances}));
  return {test::gathered(std::span<const std::int64_t>(predecessors)), test::gathered(std::span<const float>(distances))};
}

// Blocks are not the same on hosts and on devices.
ranks_engine::rank_verdict check(benchmark_graph& by, global_vertex source, const all_paths& claimed) {
  const index_range own = by.graph().own_block();
  const auto size = own.last - own.first;
  return by.check_paths(source, std::span(claimed.predecessors).subspan(own.first, size),
                        std::span(claimed.distances).subspan(own.first, size));
}

graph weighted_graph(const benchmark_spec& spec) {
  const edge_share whole = kron_share(spec.scale, spec.edge_factor, spec.seed, true, 0, 1, test::rank_control());
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
  std::function<void(all_paths&, std::size_t, std::size_t)> done;  ///< to a vertex far from the source, and its predecessor
};

TEST_F(benchmark_on_devices, judges_paths_as_hosts_do) {
  const benchmark_spec spec = small_spec(9);
  const auto devices = constructed(ranks_engine::benchmark_on_devices(ranks(), spec, test::rank_control()));
  const auto hosts = constructed(ranks_engine::benchmark_on_hosts(ranks(), spec, test::rank_control()));
  const graph g = weighted_graph(spec);
  vertex_id source = 0;
  while (g.view().out.begin(source) == g.view().out.end(source)) ++source;
  const all_paths right = search(*devices, *devices->make_paths_searcher(), source);
  // Far, and not next to the source.
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

}  // namespace
}  // namespace fathom
