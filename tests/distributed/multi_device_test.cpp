// Graphs partitioned over several devices of one process, and one device used several times.
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>

#include "fathom/distributed/multi_device_graph.hpp"
#include "fathom/graph500.hpp"
#include "fathom/sinks.hpp"
#include "gpu/backend.hpp"
#include "partitioned.hpp"
#include "reference/check_tree.hpp"
#include "reference/queue_bfs.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using device_list = std::vector<device>;

// The tested device once, twice and three times, and all GPUs.
std::vector<device_list> device_lists() {
  const device one = test::tested_device();
  std::vector<device_list> lists{{one}, {one, one}, {one, one, one}};
  if (one.kind == device_kind::cuda && gpu_devices().size() > 1) {
    lists.emplace_back();
    for (const device_description& d : gpu_devices()) lists.back().push_back(d.where);
  }
  return lists;
}

std::vector<hop_count> values(const array<hop_count>& a) { return {a.begin(), a.end()}; }

// These tests make their own threads, so they need only one process.
class multi_device : public testing::Test {
 protected:
  void SetUp() override {
    if (test::ranks().size() > 1) GTEST_SKIP() << "a test of one process";
  }
};

TEST_F(multi_device, searches_have_the_results_of_a_queue) {
  const graph g = build(kron(12, 8)).g;
  for (const device_list& devices : device_lists()) {
    for (const bool row : {false, true}) {
      const auto parts = static_cast<int>(devices.size());
      SCOPED_TRACE(testing::Message() << parts << " devices, in a row: " << row);
      multi_device_graph over(g, devices, {.grid_rows = row ? 1 : parts, .grid_columns = row ? parts : 1});
      EXPECT_EQ(over.devices(), devices);
      for (const bfs_strategy strategy : {bfs_strategy::direction_optimizing, bfs_strategy::top_down}) {
        for (const vertex_id source : {vertex_id{0}, vertex_id{5}, g.num_vertices() - 1}) {
          const bfs_result found = bfs(over, source, {.strategy = strategy});
          const std::vector<hop_count> expected = test::queue_bfs(g, source);
          EXPECT_EQ(values(found.distances), expected);
          EXPECT_EQ(test::tree_fault(g, source, expected, found.predecessors.view()), "");
          EXPECT_EQ(found.report.engine.find(std::to_string(parts) + " device"), 0u) << found.report.engine;
        }
      }
      EXPECT_TRUE(bfs(over, 0, {.return_distances = false}).distances.empty());
      EXPECT_TRUE(bfs(over, 0, {.return_predecessors = false}).predecessors.empty());
    }
  }
}

TEST_F(multi_device, paths_along_fractions_have_the_distances_of_one_device) {
  edge_list edges = kron(9, 8);
  edges.weights = array<edge_weight>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) edges.weights[i] = static_cast<edge_weight>(i % 97) / 64;
  const graph g = build(std::move(edges)).g;
  const sssp_result one = sssp(g, 5);
  for (const device_list& devices : device_lists()) {
    multi_device_graph over(g, devices);
    const sssp_result found = sssp(over, 5);
    EXPECT_TRUE(std::equal(found.distances.begin(), found.distances.end(), one.distances.begin(), one.distances.end()));
    EXPECT_TRUE(validate_sssp(g, 5, found.distances.view(), found.predecessors.view()).valid);
  }
}

struct plan_recorder final : multi_bfs_sink {
  [[nodiscard]] sink_needs needs() const override { return {}; }
  void begin(const multi_bfs_plan& plan) override { ranks_on_host = plan.ranks_on_host; }
  int ranks_on_host = 0;
};

TEST_F(multi_device, joint_searches_have_the_results_of_a_queue) {
  const graph g = build(kron(9, 8)).g;
  const std::vector<vertex_id> sources{0, 5, 511, 5};
  for (const device_list& devices : device_lists()) {
    multi_device_graph over(g, devices);
    distance_matrix<hop_count> distances;
    plan_recorder plan;
    multi_bfs_sink* const sinks[] = {&distances, &plan};
    const rank_multi_bfs_report report = multi_bfs(over, sources, sinks);
    EXPECT_EQ(plan.ranks_on_host, 1);  // memory for one matrix, not for one per device
    EXPECT_EQ(report.searches, 3u);
    EXPECT_EQ(report.engine.find(std::to_string(devices.size()) + " x 1 devices"), 0u) << report.engine;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::vector<hop_count> expected = test::queue_bfs(g, sources[i]);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), distances.values.begin() + i * g.num_vertices()));
    }
  }
}

TEST_F(multi_device, searches_refuse_and_stay_usable) {
  const graph g = build(grid(5, 4)).g;
  const device_list twice(2, test::tested_device());
  multi_device_graph over(g, twice);
  EXPECT_THROW(static_cast<void>(bfs(over, g.num_vertices())), error);
  EXPECT_THROW(static_cast<void>(bfs(over, 0, {.deterministic = true})), error);
  EXPECT_THROW(static_cast<void>(bfs(over, 0, {.gather = false})), error);
  std::stop_source stop;
  stop.request_stop();
  run_control stopped;
  stopped.stop = stop.get_token();
  EXPECT_THROW(static_cast<void>(bfs(over, 0, {}, stopped)), error);
  EXPECT_EQ(values(bfs(over, 3).distances), test::queue_bfs(g, 3));
  EXPECT_THROW(multi_device_graph(g, twice, {.grid_rows = 3, .grid_columns = 1}), error);
  EXPECT_THROW(multi_device_graph(g, {}), error);
}

// Two kernels that wait for each other do not run on one device of one process at the same time.
TEST_F(multi_device, kernels_do_not_wait_for_each_other_on_one_device) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  multi_device_graph over(build(grid(5, 4)).g, device_list(2, test::tested_device()), {.transport = rank_transport::peer});
  try {
    static_cast<void>(bfs(over, 0));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const error& e) {
    EXPECT_NE(std::string(e.what()).find("used by several threads of this process"), std::string::npos) << e.what();
  }
}

TEST_F(multi_device, graph500_has_the_searches_of_one_device) {
  graph500_options options;
  options.scale = 9, options.roots = 3, options.sssp = true;
  const graph500_result one = graph500(options);
  for (const device_list& devices : device_lists()) {
    options.devices = devices;
    const graph500_result several = graph500(options);
    ASSERT_TRUE(several.valid) << several.message;
    EXPECT_EQ(several.ranks, static_cast<int>(devices.size()));
    EXPECT_EQ(several.processes, 1);
    EXPECT_EQ(several.devices, devices);
    if (devices.front().kind == device_kind::cpu) {
      EXPECT_EQ(several.transport, devices.size() == 1 ? "none" : "memory");
    }
    ASSERT_EQ(several.bfs.size(), one.bfs.size());
    ASSERT_EQ(several.sssp.size(), one.sssp.size());
    for (std::size_t i = 0; i < one.bfs.size(); ++i) {
      EXPECT_EQ(several.bfs[i].root, one.bfs[i].root);
      EXPECT_EQ(several.bfs[i].reached, one.bfs[i].reached);
      EXPECT_EQ(several.bfs[i].depth, one.bfs[i].depth);
    }
  }
  options.ranks = &test::ranks();
  EXPECT_THROW(static_cast<void>(graph500(options)), error);
}

}  // namespace
}  // namespace fathom
