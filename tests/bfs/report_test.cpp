// Counts in the report, against the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "searching.hpp"

namespace fathom {
namespace {

using test::manner;

class report_over_zoo : public testing::TestWithParam<test::specimen> {};

struct level_truth {
  std::vector<std::uint64_t> sizes, edges;  // vertices at each distance; their out-edges
};

level_truth levels_by_oracle(const graph& g, vertex_id source) {
  level_truth t;
  const auto distances = test::queue_bfs(g, source);
  for (vertex_id v = 0; v < g.num_vertices(); ++v) {
    if (distances[v] == unreachable) continue;
    const auto level = static_cast<std::size_t>(distances[v]);
    if (t.sizes.size() <= level) t.sizes.resize(level + 1), t.edges.resize(level + 1);
    ++t.sizes[level];
    t.edges[level] += g.view().out.degree(v);
  }
  return t;
}

void check_levels(const run_report& r, const level_truth& t) {
  // A last level that discovers nothing may or may not be searched.
  ASSERT_GE(r.levels.size() + 1, t.sizes.size());
  ASSERT_LE(r.levels.size(), t.sizes.size());
  double seconds = 0;
  for (std::size_t i = 0; i < r.levels.size(); ++i) {
    const level_report& level = r.levels[i];
    EXPECT_EQ(level.level, static_cast<hop_count>(i));
    EXPECT_EQ(level.frontier, t.sizes[i]);
    EXPECT_EQ(level.found, i + 1 < t.sizes.size() ? t.sizes[i + 1] : 0);
    if (level.way == direction::top_down) {
      EXPECT_EQ(level.edges_inspected, t.edges[i]);
    }
    EXPECT_GE(level.seconds, 0);
    seconds += level.seconds;
    const direction before = i == 0 ? direction::top_down : r.levels[i - 1].way;
    if (level.way != before && r.engine.find("direction-optimizing") != std::string::npos) {
      EXPECT_NE(level.reason, "");
    }
    if (level.way == before) {
      EXPECT_EQ(level.reason, "");
    }
  }
  EXPECT_LE(seconds, r.seconds_search);
}

TEST_P(report_over_zoo, agrees_with_the_oracle) {
  const graph g = build(GetParam().edges()).g;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const vertex_id source : test::some_sources(g)) {
      const level_truth t = levels_by_oracle(g, source);
      for (const manner& m : test::manners()) {
        if (!test::applies(m, g)) continue;
        SCOPED_TRACE(m.name + ", source " + std::to_string(source));
        manner reported = m;
        reported.options.report_levels = true;
        const run_report r = reported.search(l, source, 2).report;
        EXPECT_EQ(r.algorithm, "bfs");
        EXPECT_EQ(r.where, test::tested_device());
        if (r.where.kind == device_kind::cpu) {
          EXPECT_EQ(r.threads, g.num_edges() < (1u << 16) ? 1 : 2);  // small graphs run on one thread
        }
        EXPECT_EQ(r.source, source);
        EXPECT_EQ(r.reached, std::accumulate(t.sizes.begin(), t.sizes.end(), std::uint64_t{0}));
        EXPECT_EQ(r.depth, static_cast<hop_count>(t.sizes.size()) - 1);
        EXPECT_EQ(r.edges_traversed, std::accumulate(t.edges.begin(), t.edges.end(), std::uint64_t{0}));
        EXPECT_GT(r.seconds_search, 0);
        EXPECT_GE(r.seconds_map_back, 0);
        EXPECT_EQ(r.seconds(), r.seconds_search + r.seconds_map_back + r.seconds_host);
        EXPECT_LE(r.seconds_on_device, r.seconds());
        if (r.where.kind == device_kind::cpu) {
          EXPECT_EQ(r.seconds_host + r.seconds_on_device, 0);
        } else if (r.edges_traversed > 0) {
          EXPECT_GT(r.seconds_on_device, 0);
        }
        EXPECT_GT(r.peak_memory_bytes, 0u);
        EXPECT_FALSE(r.engine.empty());
        EXPECT_FALSE(r.order.empty());
        check_levels(r, t);
        if (HasFatalFailure()) return;
        EXPECT_TRUE(m.search(l, source, 2).report.levels.empty());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, report_over_zoo, testing::ValuesIn(test::zoo_without_the_long_path()), test::specimen_name());

TEST(report, both_directions_are_used_on_a_kronecker_graph_and_explained) {
  const graph g = build(kron(14)).g;
  bfs_options options;
  options.report_levels = true;
  for (const bfs_switching switching : {bfs_switching::automatic, bfs_switching::alpha_beta, bfs_switching::hub_ratio}) {
    options.switching = switching;
    const run_report r = bfs(g, g.properties().max_out_degree_vertex, options, test::on_tested_device()).report;
    const auto bottom_up =
        std::count_if(r.levels.begin(), r.levels.end(), [](const level_report& l) { return l.way == direction::bottom_up; });
    EXPECT_GT(bottom_up, 0) << to_table(r);
    std::uint64_t inspected = 0;
    for (const level_report& l : r.levels) inspected += l.edges_inspected;
    EXPECT_LT(inspected, r.edges_traversed / 2) << to_table(r);
  }
}

// Vertex 0 beside the first layer; each vertex of a layer beside three of the next.
edge_list layered_mesh(vertex_id layers) {
  constexpr vertex_id width = 600;
  test::edge_pairs edges;
  for (vertex_id i = 0; i < width; ++i) edges.emplace_back(0, 1 + i);
  for (vertex_id layer = 1; layer < layers; ++layer) {
    for (vertex_id i = 0; i < width; ++i) {
      for (vertex_id k = 0; k < 3; ++k) edges.emplace_back(1 + (layer - 1) * width + i, 1 + layer * width + (i + k) % width);
    }
  }
  return test::edges_of(1 + layers * width, edges, false);
}

std::uint64_t inspected_edges(const graph& g, double alpha, const execution& exec = test::on_tested_device()) {
  const bfs_options options{.alpha = alpha, .report_levels = true};
  std::uint64_t sum = 0;
  for (const level_report& l : bfs(g, 0, options, exec).report.levels) sum += l.edges_inspected;
  return sum;
}

// Bottom-up most vertices of a mesh find no neighbor in the frontier. An alpha of the caller is obeyed all the same.
TEST(report, meshes_are_searched_top_down_on_a_cpu) {
  const graph g = build(delaunay(12)).g;
  EXPECT_LT(inspected_edges(g, 0, {}), g.num_edges() / 10 * 11);
  EXPECT_GT(inspected_edges(g, 15, {}), 2 * g.num_edges());
}

// The second mesh is too large for a GPU's kernel for small graphs.
TEST(report, meshes_with_large_frontiers_are_searched_top_down) {
  for (const vertex_id layers : {27u, 60u}) {
    const graph g = build(layered_mesh(layers)).g;
    EXPECT_LT(inspected_edges(g, 0), g.num_edges() / 10 * 11) << layers;
    EXPECT_GT(inspected_edges(g, 15), g.num_edges() / 10 * 13) << layers;
  }
}

// A dense graph, best searched bottom-up, with a path from each of its vertices, along which all others would look for the
// frontier.
TEST(report, searches_turn_top_down_again_where_most_vertices_find_no_neighbor) {
  constexpr vertex_id dense = 4'000, neighbors = 50, hops = 30;
  test::edge_pairs edges;
  for (vertex_id v = 0; v < dense; ++v) {
    for (vertex_id k = 1; k <= neighbors; ++k)
      edges.emplace_back(v, static_cast<vertex_id>((v + std::uint64_t{k} * k * 577) % dense));
    for (vertex_id h = 0; h < hops; ++h) edges.emplace_back(h == 0 ? v : dense + v * hops + h - 1, dense + v * hops + h);
  }
  const graph g = build(test::edges_of(dense * (1 + hops), edges, false)).g;
  const auto levels = bfs(g, 0, {.report_levels = true}, test::on_tested_device()).report.levels;
  EXPECT_TRUE(std::ranges::any_of(levels, [](const level_report& l) { return l.way == direction::bottom_up; }));
  EXPECT_LT(inspected_edges(g, 0), 2 * g.num_edges());
}

TEST(report, json_holds_the_numbers) {
  const graph g = build(kron(8)).g;
  bfs_options options;
  options.report_levels = true;
  const run_report r = bfs(g, 3, options, test::on_tested_device()).report;
  const nlohmann::json j = nlohmann::json::parse(to_json(r));
  EXPECT_EQ(j.at("reached"), r.reached);
  EXPECT_EQ(j.at("edges_traversed"), r.edges_traversed);
  EXPECT_EQ(j.at("levels").size(), r.levels.size());
}

TEST(report, edges_are_counted_only_on_request) {
  bfs_options options;
  const layout l = prepare(build(path(9)).g);
  EXPECT_EQ(bfs(l, 0, options, test::on_tested_device()).report.edges_traversed, 16u);
  options.count_edges = false;
  EXPECT_EQ(bfs(l, 0, options, test::on_tested_device()).report.edges_traversed, 0u);
}

}  // namespace
}  // namespace fathom
