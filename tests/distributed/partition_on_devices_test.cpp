// Graph construction on devices: equal to that on hosts, field by field.
#include <gtest/gtest.h>

#include <algorithm>

#include "bfs/distributed/make_searcher.hpp"
#include "expected_error.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "gpu/device_memory.hpp"
#include "partitioned.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

template <class A>
void expect_same(const A& a, const A& b, const char* what) {
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << what;
}

void expect_same_rows(const block_rows& a, const block_rows& b, const char* what) {
  expect_same(a.offsets, b.offsets, what);
  ASSERT_EQ(a.ends.size(), b.ends.size());
  std::vector<local_vertex> mine(a.ends.begin(), a.ends.end()), others(b.ends.begin(), b.ends.end());
  for (std::size_t row = 0; row + 1 < a.offsets.size(); ++row) {
    std::sort(mine.begin() + static_cast<std::ptrdiff_t>(a.offsets[row]),
              mine.begin() + static_cast<std::ptrdiff_t>(a.offsets[row + 1]));
    std::sort(others.begin() + static_cast<std::ptrdiff_t>(a.offsets[row]),
              others.begin() + static_cast<std::ptrdiff_t>(a.offsets[row + 1]));
  }
  EXPECT_EQ(mine, others) << what;
}

void expect_same_parts(const partitioned_graph& a, const partitioned_graph& b) {
  EXPECT_EQ(a.own_block().first, b.own_block().first);
  EXPECT_EQ(a.own_block().last, b.own_block().last);
  EXPECT_EQ(a.directed, b.directed);
  EXPECT_EQ(a.num_edges, b.num_edges);
  EXPECT_EQ(a.stride, b.stride);
  EXPECT_EQ(a.block_edges, b.block_edges);
  EXPECT_EQ(a.own_vertices, b.own_vertices);
  expect_same(a.to_local, b.to_local, "to_local");
  expect_same(a.out_degrees, b.out_degrees, "out_degrees");
  expect_same(a.column_positions, b.column_positions, "column_positions");
  expect_same_rows(a.in, b.in, "in");
  expect_same_rows(a.out, b.out, "out");
  expect_same(a.out.ends, b.out.ends, "ends of out");
  ASSERT_EQ(a.head.size(), a.row_ids());
  for (std::uint64_t row = 0; row < a.row_ids(); ++row) {
    const edge_offset first = a.in.offsets[row];
    EXPECT_EQ(a.head[row], first < a.in.offsets[row + 1] ? a.in.ends[first] : a.column_ids());
  }
}

edge_slice undirected_share(edge_list edges) {
  edges.directed = false;
  edges.weights = {};
  return test::own_share(edges);
}

class device_partitions : public testing::Test {
 protected:
  void SetUp() override {
    if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  }
  static std::optional<partitioned_graph> on_devices(const edge_slice& share, rank_transport transport, int columns = 1) {
    const process_grid grid = make_grid(ranks(), ranks().size() / columns, columns);
    const device where = ranks_engine::device_of_rank(ranks(), test::tested_device());
    return gpu(where).partition(ranks(), grid, share, where, transport, test::rank_control());
  }
};

class device_partitions_of : public device_partitions, public testing::WithParamInterface<test::specimen> {};

TEST_P(device_partitions_of, are_those_of_hosts) {
  const edge_slice share = undirected_share(test::edges_for_ranks(GetParam()));
  const std::optional<partitioned_graph> made = on_devices(share, rank_transport::peer);
  ASSERT_EQ(made.has_value(), share.num_vertices > 0 && share.num_edges > 0);
  if (made) expect_same_parts(*made, test::partitioned(share, {ranks().size(), 1}));
}

INSTANTIATE_TEST_SUITE_P(zoo, device_partitions_of, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST_F(device_partitions, equal_those_of_hosts_if_a_slice_is_sent_in_chunks) {
  const edge_slice share = undirected_share(kron(17, 24));  // 3 M edges
  const std::optional<partitioned_graph> made = on_devices(share, rank_transport::peer);
  ASSERT_TRUE(made.has_value());
  expect_same_parts(*made, test::partitioned(share, {ranks().size(), 1}));
}

TEST_F(device_partitions, leave_to_hosts_what_they_cannot_take) {
  edge_list edges = kron(8);
  EXPECT_FALSE(on_devices(test::own_share(edges), rank_transport::host).has_value());
  EXPECT_FALSE(on_devices(test::own_share(edges), rank_transport::nccl).has_value());
  if (ranks().size() > 1) {
    EXPECT_FALSE(on_devices(test::own_share(edges), rank_transport::peer, ranks().size()).has_value());
  }
  edges.directed = true;
  EXPECT_FALSE(on_devices(test::own_share(edges), rank_transport::peer).has_value());
  edges.directed = false;
  edges.weights = array<edge_weight>(edges.size());
  std::fill(edges.weights.begin(), edges.weights.end(), 2.0f);
  EXPECT_FALSE(on_devices(test::own_share(edges), rank_transport::peer).has_value());
}

// Takes all of the device's memory but a hundred MB.
std::vector<array<std::byte>> almost_all_memory(device where) {
  std::vector<array<std::byte>> taken;
  for (std::size_t size = std::size_t{32} << 30; size >= std::size_t{128} << 20;) {
    try {
      taken.push_back(cuda::array_on<std::byte>(where, size));
    } catch (const error&) {
      size /= 2;
    }
  }
  return taken;
}

TEST_F(device_partitions, leave_to_hosts_what_they_have_no_memory_for) {
  if (ranks().size() > 1) GTEST_SKIP() << "ranks that share a device would take each other's memory";
  const edge_slice share = undirected_share(kron(19, 24));
  const std::vector<array<std::byte>> taken = almost_all_memory(test::tested_device());
  EXPECT_FALSE(on_devices(share, rank_transport::automatic).has_value());
  test::expect_error(error_category::memory, [&] { static_cast<void>(on_devices(share, rank_transport::peer)); });
}

// Wherever the graph is constructed, each process has the same vertices and edges.
TEST_F(device_partitions, are_what_a_rank_graph_has) {
  const graph g = build(kron(10)).g;
  rank_graph_options options{.weights = false, .control = test::rank_control()};
  const rank_graph hosts(ranks(), g, options);
  options.where = test::tested_device(), options.transport = rank_transport::peer;
  const rank_graph devices(ranks(), g, options);
  expect_same_parts(devices.parts(), hosts.parts());
  EXPECT_FALSE(devices.weighted());
  EXPECT_EQ(devices.construction().size(), hosts.construction().size());
}

TEST(rank_graphs, need_equal_options_on_all_processes) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const graph g = build(grid(3, 3)).g;
  EXPECT_THROW(rank_graph(ranks(), g, {.transport = ranks().rank() == 1 ? rank_transport::peer : rank_transport::host}),
               rank_error);
}

}  // namespace
}  // namespace fathom
