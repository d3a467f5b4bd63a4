// Complete Graph500 benchmark: the same results for any number of processes, the specification's output, and no results if a tree
// is wrong.
#include "fathom/graph500.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>

#include "comm/mpi_transfers.hpp"
#include "graph500_searches.hpp"
#include "partitioned.hpp"
#include "reference/queue_bfs.hpp"
#include "shared_devices.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::expect_same_searches;
using test::ranks;
using test::small_benchmark;

TEST(graph500, searches_the_same_graph_from_the_same_roots) {
  graph500_options alone = small_benchmark();
  alone.ranks = nullptr;
  const graph500_result one = graph500(alone), many = graph500(small_benchmark());
  ASSERT_TRUE(one.valid) << one.message;
  ASSERT_TRUE(many.valid) << many.message;
  EXPECT_EQ(many.ranks, ranks().size());
  ASSERT_EQ(many.bfs.size(), 6u);
  expect_same_searches(many, one);
  const graph g = build(kron(9, 5)).g;
  EXPECT_EQ(many.directed_edges, g.num_edges());
  for (std::size_t i = 0; i < 6; ++i) {
    const std::vector<hop_count> distances = test::queue_bfs(g, static_cast<vertex_id>(many.bfs[i].root));
    EXPECT_EQ(many.bfs[i].depth, *std::max_element(distances.begin(), distances.end()));
    EXPECT_EQ(many.bfs[i].reached, distances.size() - static_cast<std::size_t>(std::count(distances.begin(), distances.end(), -1)));
    for (std::size_t other = 0; other < i; ++other) EXPECT_NE(many.bfs[other].root, many.bfs[i].root);
  }
}

// Edges with reached endpoints count once each, as do duplicates and self-loops.
TEST(graph500, counts_edges_as_the_specification_does) {
  const graph500_result result = graph500(small_benchmark());
  ASSERT_TRUE(result.valid);
  const edge_list list = kron(9, 5);
  const graph g = build(kron(9, 5)).g;
  for (const graph500_search& search : result.bfs) {
    const std::vector<hop_count> distances = test::queue_bfs(g, static_cast<vertex_id>(search.root));
    std::uint64_t edges = 0;
    for (std::size_t e = 0; e < list.size(); ++e) edges += distances[list.sources[e]] >= 0;
    EXPECT_EQ(search.edges, edges);
  }
}

TEST(graph500, runs_on_every_grid_and_in_every_way) {
  for (const auto& grid : test::all_grids()) {
    for (const conflict_resolution fold : all_conflict_resolutions) {
      graph500_options options = small_benchmark();
      options.grid_rows = grid.first, options.grid_columns = grid.second;
      options.fold = fold;
      options.sssp = fold == conflict_resolution::owners;
      options.roots = 2;
      const graph500_result result = graph500(options);
      EXPECT_TRUE(result.valid) << result.message;
      EXPECT_EQ(result.grid_rows, grid.first);
      EXPECT_EQ(result.sssp.size(), options.sssp ? 2u : 0u);
      EXPECT_EQ(result.by_rank.size(), static_cast<std::size_t>(ranks().size()));
    }
  }
}

TEST(graph500, has_fewer_roots_where_there_are_fewer_vertices) {
  graph500_options options = small_benchmark();
  options.scale = 3, options.edge_factor = 1, options.roots = 64;
  const graph500_result result = graph500(options);
  EXPECT_TRUE(result.valid) << result.message;
  EXPECT_GT(result.bfs.size(), 1u);
  EXPECT_LE(result.bfs.size(), 8u);
}

TEST(graph500, has_no_results_of_a_damaged_tree) {
  graph500_options options = small_benchmark();
  int searches = 0;
  options.on_result = [&](std::uint64_t root, std::span<std::int64_t> predecessors) {
    if (++searches < 3 || ranks().rank() != ranks().size() - 1) return;
    // Marks a reached vertex as unreached.
    for (std::size_t i = 0; i < predecessors.size(); ++i) {
      if (predecessors[i] == -1 || static_cast<std::uint64_t>(predecessors[i]) == root) continue;
      predecessors[i] = -1;
      return;
    }
  };
  const graph500_result result = graph500(options);
  EXPECT_FALSE(result.valid);
  EXPECT_EQ(result.bfs.size(), 2u);
  EXPECT_NE(result.message.find("rule "), std::string::npos) << result.message;
}

TEST(graph500, refuses_what_is_out_of_range) {
  for (const auto& spoil : std::vector<std::function<void(graph500_options&)>>{
           [](graph500_options& o) { o.scale = 0; }, [](graph500_options& o) { o.scale = 48; },
           [](graph500_options& o) { o.edge_factor = 0; }, [](graph500_options& o) { o.roots = 0; },
           [](graph500_options& o) { o.grid_rows = 7, o.grid_columns = 7; }}) {
    graph500_options options = small_benchmark();
    spoil(options);
    EXPECT_THROW(static_cast<void>(graph500(options)), error);
  }
}

TEST(graph500, sends_between_cuda_devices_of_several_columns_in_every_way) {
  if (available_devices().size() == 1) GTEST_SKIP() << "no CUDA device here";
  if (ranks().size() == 1) GTEST_SKIP() << "one rank has no other grid";
  graph500_options options = small_benchmark();
  options.where = choose_device("cuda");
  options.grid_rows = 1, options.grid_columns = ranks().size();
  const bool share = available_devices().size() - 1 < static_cast<std::size_t>(ranks().size());
  for (const rank_transport transport : all_rank_transports) {
    options.transport = transport;
    if ((transport == rank_transport::nccl && share) || (transport == rank_transport::mpi && !why_no_cuda_mpi(ranks()).empty()))
      EXPECT_THROW(static_cast<void>(graph500(options)), error);
    else
      EXPECT_TRUE(graph500(options).valid);
  }
}

// Everything on devices that write to each other's memory, against hosts that use devices for searches only.
TEST(graph500, on_devices_is_as_on_hosts) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  if (!test::kernels_can_wait()) GTEST_SKIP() << "threads share a device";
  for (const int scale : {3, 9, 13}) {
    graph500_options options = small_benchmark();
    options.scale = scale;
    options.sssp = scale == 9;
    options.grid_rows = ranks().size(), options.grid_columns = 1;
    options.transport = rank_transport::host;
    const graph500_result hosts = graph500(options);
    options.transport = rank_transport::peer;
    const graph500_result devices = graph500(options);
    ASSERT_TRUE(hosts.valid) << hosts.message;
    ASSERT_TRUE(devices.valid) << devices.message;
    expect_same_searches(devices, hosts);
    ASSERT_EQ(devices.sssp.size(), options.sssp ? devices.bfs.size() : 0);
    for (std::size_t i = 0; i < devices.sssp.size(); ++i) {
      EXPECT_EQ(devices.sssp[i].reached, hosts.sssp[i].reached) << i;
      EXPECT_EQ(devices.sssp[i].edges, hosts.sssp[i].edges) << i;
    }
    std::uint64_t edges = 0, vertices = 0;
    for (std::size_t r = 0; r < devices.by_rank.size(); ++r) {
      edges += devices.by_rank[r].edges, vertices += devices.by_rank[r].vertices;
    }
    EXPECT_EQ(edges, devices.directed_edges);
    for (const graph500_rank& r : hosts.by_rank) vertices -= r.vertices;
    EXPECT_EQ(vertices, 0u);
  }
}

// The same damage gives exactly the same verdict.
TEST(graph500, on_devices_validates_as_on_hosts) {
  if (test::tested_device().kind != device_kind::cuda) GTEST_SKIP() << "a test for CUDA devices";
  if (!test::kernels_can_wait()) GTEST_SKIP() << "threads share a device";
  const graph g = build(kron(9, 5)).g;
  using tree = std::vector<std::int64_t>;
  std::vector<hop_count> levels;
  const auto first_at = [&](hop_count level, const tree& t, std::int64_t not_from) {
    std::size_t v = 0;
    while (levels[v] != level || t[v] == not_from) ++v;
    return v;
  };
  const std::vector<std::function<void(tree&, std::size_t)>> damages = {
      [](tree&, std::size_t) {},
      [&](tree& t, std::size_t) { t[first_at(2, t, -1)] = -1; },
      [&](tree& t, std::size_t) { t[first_at(2, t, -1)] = -2; },
      [&](tree& t, std::size_t) { t[first_at(2, t, -1)] = static_cast<std::int64_t>(t.size()); },
      [&](tree& t, std::size_t root) { t[root] = static_cast<std::int64_t>(first_at(1, t, -1)); },
      [&](tree& t, std::size_t root) { t[root] = -1; },
      [&](tree& t, std::size_t) {
        const std::size_t v = first_at(2, t, -1);
        t[v] = static_cast<std::int64_t>(v);
      },
      [&](tree& t, std::size_t) {
        const std::size_t v = first_at(2, t, -1), u = first_at(3, t, -1);
        t[v] = static_cast<std::int64_t>(u), t[u] = static_cast<std::int64_t>(v);
      },
      [&](tree& t, std::size_t root) { t[first_at(3, t, -1)] = static_cast<std::int64_t>(root); },
      [&](tree& t, std::size_t root) {  // all vertices of level 2 become children of one vertex of level 1
        const std::size_t u = first_at(1, t, -1);
        for (std::size_t v = 0; v < t.size(); ++v) {
          if (levels[v] == 2) t[v] = static_cast<std::int64_t>(u);
        }
        static_cast<void>(root);
      },
      [&](tree& t, std::size_t) {  // a chain deeper than any tree of this graph
        std::size_t above = first_at(1, t, -1);
        for (std::size_t v = 0; v < t.size(); ++v) {
          if (levels[v] == 2) t[v] = static_cast<std::int64_t>(above), above = v;
        }
      },
      [&](tree& t, std::size_t) {  // a detour
        const std::size_t v = first_at(1, t, -1), u = first_at(2, t, static_cast<std::int64_t>(v));
        t[v] = static_cast<std::int64_t>(u);
      }};
  for (std::size_t i = 0; i < damages.size(); ++i) {
    graph500_options options = small_benchmark();
    options.roots = 1;
    options.grid_rows = ranks().size(), options.grid_columns = 1;
    std::size_t first = 0;
    options.on_result = [&](std::uint64_t root, std::span<std::int64_t> own) {
      levels = test::queue_bfs(g, static_cast<vertex_id>(root));
      tree whole;
      for (const vertex_id p : test::smallest_predecessors(g, levels))
        whole.push_back(p == no_vertex ? -1 : static_cast<std::int64_t>(p));
      whole[root] = static_cast<std::int64_t>(root);
      damages[i](whole, root);
      // Hosts and devices divide vertices into different blocks.
      const std::vector<std::uint64_t> sizes =
          test::gathered(std::span<const std::uint64_t>(std::vector<std::uint64_t>{own.size()}));
      first = 0;
      for (int r = 0; r < ranks().rank(); ++r) first += sizes[static_cast<std::size_t>(r)];
      std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(first), own.size(), own.begin());
    };
    options.transport = rank_transport::host;
    const graph500_result hosts = graph500(options);
    options.transport = rank_transport::peer;
    const graph500_result devices = graph500(options);
    EXPECT_EQ(hosts.valid, i == 0) << i;
    EXPECT_EQ(devices.valid, hosts.valid) << i;
    EXPECT_EQ(devices.message, hosts.message) << i;
  }
}

// All keys before a colon must be in the reference, in its order.
TEST(graph500_text, has_the_keys_of_the_specification) {
  graph500_options options = small_benchmark();
  options.sssp = true;
  const graph500_result result = graph500(options);
  ASSERT_TRUE(result.valid) << result.message;
  const std::vector<std::string> seven = {"min_", "firstquartile_", "median_", "thirdquartile_", "max_", "mean_", "stddev_"};
  const std::vector<std::string> rates = {"min_", "firstquartile_", "median_",         "thirdquartile_",
                                          "max_", "harmonic_mean_", "harmonic_stddev_"};
  std::vector<std::string> expected = {"SCALE", "edgefactor", "NBFS", "graph_generation", "num_mpi_processes", "construction_time"};
  const auto add = [&](const std::string& prefix, const std::vector<std::string>& names, const std::string& suffix) {
    for (const std::string& name : names) expected.push_back(prefix + name + suffix);
  };
  add("bfs  ", seven, "time"), add("sssp ", seven, "time"), add("", seven, "nedge");
  add("bfs  ", rates, "TEPS"), add("sssp ", rates, "TEPS"), add("bfs  ", seven, "validate"), add("sssp ", seven, "validate");
  std::istringstream text(graph500_text(result));
  std::vector<std::string> keys;
  for (std::string line; std::getline(text, line);) {
    keys.push_back(line.substr(0, line.find(':')));
    EXPECT_NE(line[32], ' ') << line;
    EXPECT_EQ(line[31], ' ') << line;
    EXPECT_NO_THROW(static_cast<void>(std::stod(line.substr(32)))) << line;
  }
  EXPECT_EQ(keys, expected);
}

TEST(graph500_text, computes_statistics_as_the_reference_does) {
  graph500_result result;
  result.valid = true;
  for (const double seconds : {4.0, 1.0, 3.0, 2.0}) result.bfs.push_back({0, seconds, 0.5, 1, 8, 1});
  const std::string text = graph500_text(result);
  for (const char* line :
       {"NBFS:                           4\n", "bfs  min_time:                  1\n", "bfs  firstquartile_time:        1.5\n",
        "bfs  median_time:               2.5\n", "bfs  thirdquartile_time:        3.5\n", "bfs  max_time:                  4\n",
        "bfs  mean_time:                 2.5\n", "bfs  stddev_time:               1.29099\n", "max_nedge:                      8\n",
        "bfs  min_TEPS:                  2\n", "bfs  firstquartile_TEPS:        2.28571\n", "bfs  max_TEPS:                  8\n",
        "bfs  harmonic_mean_TEPS:     !  3.2\n", "bfs  harmonic_stddev_TEPS:      0.954056\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

}  // namespace
}  // namespace fathom
