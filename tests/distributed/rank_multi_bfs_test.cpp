// Distributed multi-source BFS: the distances of a single process on any grid.
#include "expected_error.hpp"
#include "fathom/distributed/multi_bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fathom/distributed/bfs.hpp"
#include "fathom/sinks.hpp"
#include "hubs_first.hpp"
#include "partitioned.hpp"
#include "reference/queue_bfs.hpp"
#include "shared_devices.hpp"
#include "tested_device.hpp"

namespace fathom {
namespace {

using test::ranks;

execution on_device(run_control control = {}) { return {.where = test::tested_device(), .control = std::move(control)}; }

rank_multi_bfs_result search_all(const rank_graph& g, std::span<const vertex_id> sources,
                                 const rank_multi_bfs_options& options = {}) {
  return rank_multi_bfs(g, sources, options, on_device());
}

constexpr hop_count no_limit = std::numeric_limits<hop_count>::max();

rank_graph whole_on_grid(const graph& g, std::pair<int, int> grid) {
  return rank_graph(ranks(), g, {grid.first, grid.second, false, test::rank_control()});
}

// Sources spread over the vertices of all processes, some of them duplicates, more than fit into one batch of 64.
std::vector<vertex_id> many_sources(const graph& g, std::size_t count) {
  std::vector<vertex_id> sources;
  for (std::size_t i = 0; i < count && g.num_vertices() > 0; ++i)
    sources.push_back(static_cast<vertex_id>(random_bits(5, i) % g.num_vertices()));
  return sources;
}

using distance_rows = std::vector<std::vector<hop_count>>;

distance_rows by_hand(const graph& g, const std::vector<vertex_id>& sources, hop_count depth_limit = no_limit) {
  distance_rows rows;
  for (const vertex_id source : sources) rows.push_back(test::queue_bfs(g, source, depth_limit));
  return rows;
}

// Rows of the process's own vertices, or of all vertices.
void expect_rows(const distance_rows& expected, const rank_graph& parts, const rank_multi_bfs_result& found, bool gathered) {
  const std::uint64_t first = gathered ? 0 : parts.first_vertex(), last = gathered ? parts.num_vertices() : parts.last_vertex();
  ASSERT_EQ(found.num_sources, expected.size());
  ASSERT_EQ(found.row_size, last - first);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto row = found.distances_from(i);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), expected[i].begin() + static_cast<std::ptrdiff_t>(first))) << "row " << i;
  }
}

// For all levels of the first batch: size of the joint frontier, and sum of the separate ones.
std::vector<std::pair<std::uint64_t, std::uint64_t>> frontiers(const rank_multi_bfs_result& found) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
  for (const rank_batch_level& level : found.report.batches.front().levels) all.emplace_back(level.frontier, level.separate);
  return all;
}

class multi_bfs_on_ranks : public testing::TestWithParam<test::specimen> {};

TEST_P(multi_bfs_on_ranks, has_the_distances_of_one_process) {
  const graph g = build(test::edges_for_ranks(GetParam())).g;
  if (g.num_vertices() == 0) return;  // there is no source
  const std::vector<vertex_id> sources = many_sources(g, 70);
  const distance_rows expected = by_hand(g, sources);
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = whole_on_grid(g, grid);
    const rank_multi_bfs_result found = search_all(parts, sources, {.width = 64});
    expect_rows(expected, parts, found, false);
    if (grid.second == 1) expect_rows(expected, parts, search_all(parts, sources, {.gather = true}), true);
    for (const std::uint64_t degree : {8, 1}) {
      const rank_graph delegated = test::rank_graph_on(g, grid, degree, false);
      SCOPED_TRACE(testing::Message() << delegated.num_delegates() << " delegates");
      const rank_multi_bfs_result again = search_all(delegated, sources, {.width = 64});
      expect_rows(expected, delegated, again, false);
      EXPECT_EQ(again.report.edges_traversed, found.report.edges_traversed);
      EXPECT_EQ(frontiers(again), frontiers(found));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, multi_bfs_on_ranks, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(rank_multi_bfs, agrees_in_every_width) {
  const graph g = build(kron(10, 8)).g;
  const std::vector<vertex_id> sources = many_sources(g, 600);
  const distance_rows expected = by_hand(g, sources);
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = whole_on_grid(g, grid);
    for (const int width : {64, 128, 256, 512}) {
      const rank_multi_bfs_result found = search_all(parts, sources, {.width = width});
      expect_rows(expected, parts, found, false);
      const std::size_t searches = found.report.searches;
      EXPECT_EQ(found.report.batches.size(), (searches + static_cast<std::size_t>(width) - 1) / static_cast<std::size_t>(width));
    }
  }
}

// Transports that all processes can use: one on CPUs.
std::vector<rank_transport> transports() {
  std::vector<rank_transport> all{rank_transport::automatic};
  if (test::tested_device().kind == device_kind::cpu) return all;
  all.push_back(rank_transport::host);
  if (test::kernels_can_wait()) all.push_back(rank_transport::peer);
  if (!test::ranks_share_devices() && ranks().size() > 1) all.push_back(rank_transport::nccl);
  return all;
}

// Hubs with thousands of edges in both directions, which few or all searches reach, and vertices of few edges.
TEST(rank_multi_bfs, agrees_on_hubs_over_every_transport) {
  for (const bool directed : {false, true}) {
    const graph g = build(test::hubs_first(5003, 5, 2, directed)).g;
    for (const std::size_t count : {3, 130}) {
      const std::vector<vertex_id> sources = many_sources(g, count);
      const distance_rows expected = by_hand(g, sources);
      for (const auto& grid : test::all_grids()) {
        for (const std::uint64_t degree : {no_delegates, std::uint64_t{100}}) {
          const rank_graph parts = test::rank_graph_on(g, grid, degree, false);
          for (const rank_transport transport : transports()) {
            SCOPED_TRACE(testing::Message() << grid.first << " x " << grid.second << ", " << parts.num_delegates() << " delegates, "
                                            << to_string(transport));
            execution exec = on_device();
            exec.transport = transport;
            const rank_multi_bfs_result found = rank_multi_bfs(parts, sources, rank_multi_bfs_options{}, exec);
            expect_rows(expected, parts, found, false);
            EXPECT_EQ(found.report.where.kind, test::tested_device().kind);
          }
        }
      }
    }
  }
}

TEST(rank_multi_bfs, agrees_on_random_graphs) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const std::uint64_t n = 300 + 41 * seed;
    test::edge_pairs pairs;  // of all densities, some of them directed
    for (std::uint64_t i = 0; i < n * seed / 2; ++i)
      pairs.emplace_back(random_bits(seed, 2 * i) % n, random_bits(seed, 2 * i + 1) % n);
    const graph g = build(test::edges_of(n, pairs, seed % 2 == 0)).g;
    const std::vector<vertex_id> sources = many_sources(g, 20 * seed);
    const distance_rows expected = by_hand(g, sources);
    for (const auto& grid : test::all_grids()) {
      const rank_graph parts = whole_on_grid(g, grid);
      expect_rows(expected, parts, search_all(parts, sources), false);
    }
  }
}

TEST(rank_multi_bfs, stops_at_the_depth_limit) {
  const graph g = build(grid(20, 20)).g;
  const std::vector<vertex_id> sources{0, 399, 210, 0};
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = whole_on_grid(g, grid);
    for (const hop_count limit : {0, 1, 7}) {
      const rank_multi_bfs_result found = search_all(parts, sources, {.depth_limit = limit});
      expect_rows(by_hand(g, sources, limit), parts, found, false);
      EXPECT_EQ(found.report.batches.front().depth, limit);
    }
  }
}

// Distances beyond 127 and beyond one byte, on a path whose neighbors are on other processes.
TEST(rank_multi_bfs, keeps_long_distances) {
  constexpr vertex_id n = 601;
  test::edge_pairs pairs;
  for (std::uint64_t i = 0; i + 1 < n; ++i) pairs.emplace_back(i * 7 % n, (i + 1) * 7 % n);
  const graph g = build(test::edges_of(n, pairs, false)).g;
  const std::vector<vertex_id> sources{0, 300, 7};
  const rank_graph parts(ranks(), g);
  expect_rows(by_hand(g, sources), parts, search_all(parts, sources), false);
  expect_rows(by_hand(g, sources), parts, search_all(parts, sources, {.gather = true}), true);
  distance_matrix<std::int8_t> narrow;
  EXPECT_THROW(static_cast<void>(rank_multi_bfs(parts, sources, narrow, {}, on_device())), error);
}

// Isolated sources, a duplicate source, and unreachable vertices.
TEST(rank_multi_bfs, counts_what_each_search_finds) {
  const graph g = build(test::two_components()).g;
  const std::vector<vertex_id> sources{102, 0, 50, 0, 100, 99};
  for (const auto& grid : test::all_grids()) {
    const rank_graph parts = whole_on_grid(g, grid);
    source_totals totals;
    const rank_multi_bfs_report report = rank_multi_bfs(parts, sources, totals, {}, on_device());
    EXPECT_EQ(report.sources, 6u);
    EXPECT_EQ(report.searches, 5u);
    std::uint64_t edges = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::vector<hop_count> expected = test::queue_bfs(g, sources[i]);
      std::uint64_t reached = 0, sum = 0, out = 0;
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        if (expected[v] == unreachable) continue;
        ++reached, sum += static_cast<std::uint64_t>(expected[v]);
        out += g.view().out.offsets[v + 1] - g.view().out.offsets[v];
      }
      EXPECT_EQ(totals.reached[i], reached);
      EXPECT_EQ(totals.distance_sum[i], sum);
      EXPECT_EQ(totals.farthest[i], *std::max_element(expected.begin(), expected.end()));
      if (i != 3) edges += out;
    }
    EXPECT_EQ(report.edges_traversed, edges);
  }
}

TEST(rank_multi_bfs, reports_levels_and_what_each_rank_has_done) {
  const rank_graph parts(ranks(), build(kron(10)).g);
  const std::vector<vertex_id> sources = fathom::random_sources(parts, 40, 3);
  source_totals totals;
  const rank_multi_bfs_report report = rank_multi_bfs(parts, sources, totals, {}, on_device());
  ASSERT_EQ(report.batches.size(), 1u);
  const rank_batch_report& batch = report.batches.front();
  EXPECT_EQ(batch.searches, static_cast<int>(report.searches));
  ASSERT_EQ(batch.levels.size(), static_cast<std::size_t>(batch.depth) + 1);
  EXPECT_EQ(batch.levels.front().frontier, report.searches);
  EXPECT_TRUE(std::any_of(batch.levels.begin(), batch.levels.end(),
                          [](const rank_batch_level& level) { return level.way == direction::bottom_up; }));
  std::uint64_t found = report.searches, sent = 0, reached = 0;
  for (const rank_batch_level& level : batch.levels) {
    found += level.found, sent += level.bytes_sent;
    EXPECT_GE(level.imbalance, 1.0);
    EXPECT_GE(level.seconds, level.seconds_search);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) reached += totals.reached[i];
  EXPECT_EQ(found, reached);  // random sources differ
  ASSERT_EQ(report.by_rank.size(), static_cast<std::size_t>(ranks().size()));
  const rank_work all = sum(report.by_rank);
  EXPECT_EQ(all.vertices, parts.num_vertices());
  EXPECT_EQ(all.edges, parts.num_edges());
  EXPECT_EQ(all.bytes_sent, sent);
  EXPECT_EQ(sent > 0, ranks().size() > 1);
}

TEST(rank_multi_bfs, refuses_what_makes_no_sense) {
  const graph g = build(grid(3, 3)).g;
  const rank_graph parts(ranks(), g);
  const auto category_of = [&](const std::vector<vertex_id>& sources, const rank_multi_bfs_options& options) {
    try {
      static_cast<void>(search_all(parts, sources, options));
    } catch (const error& e) {
      return std::pair(e.category(), std::string(e.what()));
    }
    return std::pair(error_category::cancelled, std::string("nothing was thrown"));
  };
  EXPECT_EQ(category_of({0, 9}, {}),
            std::pair(error_category::usage, std::string("source 9 (number 2 of 2) is outside the graph of 9 vertices (0 to 8)")));
  EXPECT_EQ(category_of({}, {}).first, error_category::usage);
  EXPECT_EQ(category_of({1}, {.depth_limit = -1}).first, error_category::usage);
  EXPECT_EQ(category_of({1}, {.width = 1024}).first, error_category::usage);
  predecessor_matrix predecessors;
  EXPECT_THROW(static_cast<void>(rank_multi_bfs(parts, std::vector<vertex_id>{1}, predecessors, {}, on_device())), error);
  vertex_totals_sink sums;
  EXPECT_THROW(static_cast<void>(rank_multi_bfs(parts, std::vector<vertex_id>{1}, sums, {}, on_device())), error);
  const std::vector<vertex_id> one{1};
  const auto refuses = [&](const execution& exec) { EXPECT_THROW(static_cast<void>(rank_multi_bfs(parts, one, {}, exec)), error); };
  refuses({.transport = rank_transport::host});  // there are no devices to connect
  refuses({.devices = {device{}}});
  refuses({.ranks = &ranks()});
  EXPECT_EQ(search_all(parts, std::vector<vertex_id>{8}).report.batches.front().depth, 4);  // and can continue
}

TEST(rank_multi_bfs, refuses_other_arguments_on_other_ranks) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const rank_graph parts(ranks(), build(grid(3, 3)).g);
  const bool differs = ranks().rank() == 1;
  const std::vector<vertex_id> same{4};
  EXPECT_THROW(static_cast<void>(search_all(parts, std::vector<vertex_id>{differs ? 3u : 4u})), rank_error);
  EXPECT_THROW(static_cast<void>(search_all(parts, same, {.width = differs ? 64 : 128})), rank_error);
  EXPECT_THROW(static_cast<void>(search_all(parts, same, {.gather = differs})), rank_error);
}

struct full_disk final : multi_bfs_sink {
  [[nodiscard]] sink_needs needs() const override { return {}; }
  void take(const finished_group&) override { throw error(error_category::output, "the disk is full"); }
};

TEST(rank_multi_bfs, ends_on_all_processes_if_a_sink_throws_or_one_is_cancelled) {
  const rank_graph parts(ranks(), build(grid(40, 40)).g);
  const std::vector<vertex_id> sources{1, 2, 3};
  const bool is_last = ranks().rank() == ranks().size() - 1;
  full_disk sink;
  multi_bfs_sink* const one = &sink;
  // The other processes have no sink at all.
  EXPECT_THROW(static_cast<void>(rank_multi_bfs(parts, sources, {&one, is_last ? 1u : 0u}, {}, on_device())), error);
  struct stopping final : multi_bfs_sink {
    [[nodiscard]] sink_needs needs() const override { return {.distances = true}; }
    void begin(const multi_bfs_plan&) override { stop.request_stop(); }  // before the first level
    std::stop_source stop;
  } stopped;
  multi_bfs_sink* const two = &stopped;
  test::expect_error(error_category::cancelled, [&] {
    static_cast<void>(rank_multi_bfs(parts, sources, {&two, is_last ? 1u : 0u}, {}, on_device({.stop = stopped.stop.get_token()})));
  });
}

}  // namespace
}  // namespace fathom
