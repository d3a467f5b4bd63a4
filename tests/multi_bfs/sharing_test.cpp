// Frontiers of a group, level by level: what they share is counted in the same way by all methods, whatever direction their engines
// take.
#include <gtest/gtest.h>

#include "fathom/bfs.hpp"
#include "joined.hpp"

namespace fathom {
namespace {

struct level_by_hand {
  sharing visited, unvisited;
  direction by_edges = direction::top_down;
};

// Isolated vertices that a layout lacks are in no frontier, and their searches do not run.
std::vector<level_by_hand> levels_by_hand(const graph& g, const std::vector<vertex_id>& sources, bool has_isolated) {
  const auto degree = [&](vertex_id v) { return g.view().out.degree(v); };
  const auto in_degree = [&](vertex_id v) { return g.directed() ? g.view().in.degree(v) : degree(v); };
  std::vector<std::vector<hop_count>> distances;
  hop_count deepest = 0;
  for (const vertex_id source : sources) {
    if (!has_isolated && degree(source) + in_degree(source) == 0) continue;
    distances.push_back(test::queue_bfs(g, source));
    deepest = std::max(deepest, *std::max_element(distances.back().begin(), distances.back().end()));
  }
  std::vector<level_by_hand> levels;
  std::uint64_t unexplored = distances.size() * g.num_edges();
  for (hop_count level = 0; level <= deepest && !distances.empty(); ++level) {
    level_by_hand one;
    std::uint64_t edges = 0;
    std::vector<bool> runs;
    for (const auto& d : distances) runs.push_back(std::find(d.begin(), d.end(), level) != d.end());
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      if (!has_isolated && degree(v) + in_degree(v) == 0) continue;
      std::uint64_t here = 0, left = 0;
      for (std::size_t i = 0; i < distances.size(); ++i) {
        here += distances[i][v] == level;
        left += runs[i] && (distances[i][v] == unreachable || distances[i][v] > level);
      }
      one.visited.joint += here > 0, one.visited.separate += here;
      one.unvisited.joint += left > 0, one.unvisited.separate += left;
      edges += here * degree(v);
    }
    unexplored -= edges;
    const bool turned = !levels.empty() && levels.back().by_edges == direction::bottom_up;
    if (g.has_in_edges() && (turned || edges * 15 > unexplored)) one.by_edges = direction::bottom_up;
    levels.push_back(one);
  }
  return levels;
}

class frontiers : public testing::TestWithParam<test::specimen> {};

TEST_P(frontiers, have_the_same_counts_by_all_methods) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  const std::vector<vertex_id> sources = test::spread_sources(g, 40);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    const std::vector<level_by_hand> expected = levels_by_hand(g, sources, l.num_vertices == g.num_vertices());
    for (const multi_bfs_method method : test::joint_methods_of_tested_device()) {
      SCOPED_TRACE(std::string(to_string(method)) + (order == vertex_order::degree ? ", degree order" : ""));
      multi_bfs_options options;
      options.method = method, options.width = 64, options.report_levels = true, options.return_distances = false;
      const multi_bfs_report report = multi_bfs(l, sources, options, test::tested_place()).report;
      ASSERT_EQ(report.groups.size(), 1u);
      const std::vector<joint_level_report>& levels = report.groups[0].levels;
      // Engines need not run the last level, which finds nothing.
      ASSERT_LE(levels.size(), expected.size());
      ASSERT_GE(levels.size() + 1, expected.size());
      for (std::size_t i = 0; i < levels.size(); ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(levels[i].visited.joint, expected[i].visited.joint);
        EXPECT_EQ(levels[i].visited.separate, expected[i].visited.separate);
        EXPECT_EQ(levels[i].unvisited.joint, expected[i].unvisited.joint);
        EXPECT_EQ(levels[i].unvisited.separate, expected[i].unvisited.separate);
        EXPECT_EQ(levels[i].by_edges, expected[i].by_edges);
      }
    }
  }
}

// Figure 11: bottom-up, a search inspects the neighbors of each vertex that it misses up to the first one of the last level.
TEST_P(frontiers, inspections_by_hand) {
  if (test::tested_device().kind != device_kind::cpu) GTEST_SKIP() << "inspections are counted on a CPU";
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  const std::vector<vertex_id> sources = test::spread_sources(g, 70);  // rows of two lines
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    multi_bfs_options options;
    options.method = multi_bfs_method::joint, options.width = 128;
    execution place = test::tested_place();
    place.control.threads = 2;
    EXPECT_TRUE(multi_bfs(l, sources, options, place).report.groups.at(0).inspections.empty());
    options.report_levels = true;
    const group_report group = multi_bfs(l, sources, options, place).report.groups.at(0);
    ASSERT_EQ(group.inspections.size(), sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const auto distances = test::queue_bfs(g, sources[i]);
      const auto distance = [&](vertex_id v) { return distances[l.to_caller ? l.to_caller[v] : v]; };
      const bool runs_at_all = !l.to_internal || l.to_internal[sources[i]] != no_vertex;
      std::uint64_t expected = 0;
      for (const joint_level_report& level : group.levels) {
        const bool runs = runs_at_all && std::find(distances.begin(), distances.end(), level.level) != distances.end();
        if (level.way != direction::bottom_up || !runs) continue;
        for (vertex_id v = 0; v < l.num_vertices; ++v) {
          if (distance(v) != unreachable && distance(v) <= level.level) continue;
          for (edge_offset e = l.in.offsets[v]; e < l.in.offsets[v + 1]; ++e) {
            ++expected;
            if (distance(l.in.targets[e]) == level.level) break;
          }
        }
      }
      EXPECT_EQ(group.inspections[i], expected) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, frontiers, testing::ValuesIn(test::zoo()), test::specimen_name());

// Figure 9: groups by rules share more than random ones in both directions.
TEST(sharing_ratio, is_larger_by_out_degree_in_both_directions) {
  const graph g = build(kron(13, 16)).g;
  const layout l = test::prepared(g, vertex_order::degree);
  const array<vertex_id> sources = random_sources(g, 1024);
  const auto report_of = [&](source_grouping grouping) {
    multi_bfs_options options;
    options.method = multi_bfs_method::bitwise, options.grouping = grouping, options.width = 128;
    options.report_levels = true, options.return_distances = false;
    return multi_bfs(l, sources.view(), options, test::tested_place()).report;
  };
  const multi_bfs_report rules = report_of(source_grouping::out_degree), random = report_of(source_grouping::random);
  const auto shared = [](const multi_bfs_report& report, direction way) {
    sharing sum;
    for (const group_report& group : report.groups) {
      const sharing here = group.shared(way);
      sum.joint += here.joint, sum.separate += here.separate;
    }
    return sum;
  };
  for (const direction way : {direction::top_down, direction::bottom_up}) {
    EXPECT_GT(shared(rules, way).degree(), shared(random, way).degree()) << to_string(way);
  }
  // Both have the same searches, which turn at the same level.
  EXPECT_EQ(shared(rules, direction::top_down).separate, shared(random, direction::top_down).separate);
}

// Section 5.3: searches of a group by rules have similar amounts of work bottom-up.
TEST(inspections, deviate_less_by_out_degree) {
  if (test::tested_device().kind != device_kind::cpu) GTEST_SKIP() << "inspections are counted on a CPU";
  const graph g = build(kron(12, 16)).g;
  const layout l = test::prepared(g, vertex_order::degree);
  const array<vertex_id> sources = random_sources(g, 512);
  const auto deviation = [&](source_grouping grouping) {
    multi_bfs_options options;
    options.method = multi_bfs_method::joint, options.grouping = grouping, options.width = 64;
    options.report_levels = true, options.return_distances = false;
    double sum = 0;
    for (const group_report& group : multi_bfs(l, sources.view(), options, test::tested_place()).report.groups)
      sum += group.inspection_deviation();
    return sum;
  };
  EXPECT_LT(deviation(source_grouping::out_degree), deviation(source_grouping::random));
}

// Algorithm 1: without early termination a vertex reads all its neighbors.
TEST(early_termination, saves_edges) {
  const graph g = build(kron(11, 16)).g;
  const layout l = test::prepared(g, vertex_order::degree);
  const array<vertex_id> sources = random_sources(g, 64);
  const auto inspected = [&](bool early) {
    multi_bfs_options options;
    options.method = test::tests_cuda() ? multi_bfs_method::ibfs : multi_bfs_method::bitwise;
    options.report_levels = true, options.return_distances = false;
    options.early_termination = early;
    const multi_bfs_result result = multi_bfs(l, sources.view(), options, test::tested_place());
    std::uint64_t sum = 0;
    for (const joint_level_report& level : result.report.groups[0].levels) sum += level.edges_inspected;
    return sum;
  };
  EXPECT_LT(inspected(true), inspected(false));
}

}  // namespace
}  // namespace fathom
