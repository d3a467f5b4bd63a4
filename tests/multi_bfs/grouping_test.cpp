// GroupBy: every source is in exactly one group, groups are full, and the rules keep their promises.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "fathom/bfs.hpp"
#include "joined.hpp"
#include "multi_bfs/group_sources.hpp"

namespace fathom {
namespace {

std::vector<vertex_id> all_vertices(const graph& g) {
  std::vector<vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  return all;
}

multi_bfs_options grouped_by(source_grouping grouping) {
  multi_bfs_options options;
  options.grouping = grouping;
  return options;
}

class every_grouping : public testing::TestWithParam<test::specimen> {};

TEST_P(every_grouping, has_each_source_once_in_as_few_groups_as_can_be) {
  const graph g = build(GetParam().edges()).g;
  const std::vector<vertex_id> sources = all_vertices(g);
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout l = test::prepared(g, order);
    for (const source_grouping grouping : all_source_groupings) {
      const source_groups found = group_sources(l, sources, 64, grouped_by(grouping), test::tested_place());
      EXPECT_FALSE(found.reason.empty());
      std::vector<int> seen(sources.size());
      for (const auto& group : found.groups) {
        ASSERT_FALSE(group.empty());
        ASSERT_LE(group.size(), 64u);
        for (const std::size_t i : group) ++seen[i];
      }
      ASSERT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size())) << to_string(grouping);
      ASSERT_EQ(found.groups.size(), (sources.size() + 63) / 64) << to_string(grouping);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, every_grouping, testing::ValuesIn(test::zoo()), test::specimen_name());

// Four hubs with 200 leaves each: leaves of one hub are grouped together.
TEST(out_degree_rules, join_sources_with_a_hub_in_common) {
  const graph g = build(test::hubs({200, 200, 200, 200})).g;
  const layout l = test::prepared(g, vertex_order::degree);
  std::vector<vertex_id> leaves;
  for (vertex_id v = 4; v < g.num_vertices(); ++v) leaves.push_back(v);
  std::swap(leaves[3], leaves[700]);
  const source_groups found = group_sources(l, leaves, 64, grouped_by(source_grouping::out_degree), test::tested_place());
  std::size_t of_one_hub = 0;
  for (const auto& group : found.groups) {
    std::map<vertex_id, int> hubs;
    for (const std::size_t i : group) ++hubs[*g.view().out.begin(leaves[i])];
    of_one_hub += hubs.size() == 1;
  }
  EXPECT_EQ(of_one_hub, 4u * 3);  // 198 or 199 leaves per hub: three full groups each
}

TEST(out_degree_rules, leave_out_sources_of_large_degree_and_without_hubs) {
  // Vertex 0 has 150 leaves, and 1 to 3 have 140: all of them have large degrees. The rule groups leaves only, one group of 64.
  const graph g = build(test::hubs({150, 140, 140, 140})).g;
  const layout l = test::prepared(g, vertex_order::degree);
  multi_bfs_options options = grouped_by(source_grouping::out_degree);
  std::vector<vertex_id> sources{0, 1, 2, 3};
  for (vertex_id v = 4; v < 4 + 64; ++v) sources.push_back(v);  // leaves of vertex 0
  const source_groups found = group_sources(l, sources, 64, options, test::tested_place());
  ASSERT_EQ(found.groups.size(), 2u);
  for (const std::size_t i : found.groups[0]) EXPECT_GE(i, 4u);
  options.hub_degree = 1000;  // no neighbor is that large: the rule has no effect
  bool mixed = false;
  const source_groups random = group_sources(l, sources, 64, options, test::tested_place());
  for (const std::size_t i : random.groups[0]) mixed |= i < 4;
  EXPECT_TRUE(mixed);
}

// Rule 2 asks for any common neighbor above q, not for the largest: each of 64 sources has a large neighbor of its own, and all
// share a smaller one.
TEST(out_degree_rules, join_sources_with_any_hub_in_common) {
  constexpr vertex_id width = 64, own_leaves = 100;
  test::edge_pairs pairs;
  vertex_id next = 2 * width + 1;
  const vertex_id shared = 2 * width;
  std::vector<vertex_id> sources;
  for (vertex_id i = 0; i < 2 * width; ++i) {
    const vertex_id hub = next++;
    pairs.emplace_back(i, hub);
    for (vertex_id leaf = 0; leaf < own_leaves; ++leaf) pairs.emplace_back(hub, next++);
    if (i % 2 == 0) pairs.emplace_back(i, shared);
    sources.push_back(i);
  }
  const graph g = build(test::edges_of(next, pairs, false)).g;
  multi_bfs_options options = grouped_by(source_grouping::out_degree);
  options.hub_degree = 32;
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const source_groups found = group_sources(test::prepared(g, order), sources, width, options, test::tested_place());
    ASSERT_EQ(found.groups.size(), 2u);
    for (const std::size_t i : found.groups[0]) EXPECT_EQ(i % 2, 0u);
  }
  // By default only the largest neighbors count.
  options.grouping = source_grouping::automatic;
  const source_groups usual = group_sources(test::prepared(g, vertex_order::degree), sources, width, options, test::tested_place());
  ASSERT_EQ(usual.groups.size(), 2u);
  EXPECT_TRUE(std::any_of(usual.groups[0].begin(), usual.groups[0].end(), [](std::size_t i) { return i % 2 == 1; }))
      << usual.reason;
}

// Parallel edges must not count as further sources of a hub.
TEST(out_degree_rules, count_a_source_with_parallel_edges_once) {
  constexpr vertex_id leaves = 100, width = 64;
  test::edge_pairs pairs;
  for (vertex_id leaf = 0; leaf < leaves; ++leaf) {
    for (const vertex_id hub : {leaf % 2, vertex_id{2}}) pairs.insert(pairs.end(), 3, {3 + leaf, hub});
  }
  const graph g = build(test::edges_of(3 + leaves, pairs, false), {.parallel = parallel_edges::keep}).g;
  std::vector<vertex_id> sources(leaves);
  std::iota(sources.begin(), sources.end(), vertex_id{3});
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const source_groups found =
        group_sources(test::prepared(g, order), sources, width, grouped_by(source_grouping::out_degree), test::tested_place());
    ASSERT_EQ(found.groups.size(), 2u);
    EXPECT_EQ(found.groups[0].size(), width);
    EXPECT_EQ(found.groups[1].size(), leaves - width);
  }
}

TEST(common_neighbors, are_in_one_group) {
  const graph g = build(grid(30, 30)).g;
  const std::vector<vertex_id> sources = all_vertices(g);
  const layout l = test::prepared(g, vertex_order::caller);
  const source_groups found = group_sources(l, sources, 64, grouped_by(source_grouping::common_neighbor), test::tested_place());
  // Within a group most sources have another within two steps; in random groups of 64 among 900 few do.
  const auto close = [&](const source_groups& groups) {
    std::size_t count = 0;
    for (const auto& group : groups.groups) {
      for (const std::size_t a : group) {
        const std::vector<hop_count> distances = test::queue_bfs(g, sources[a], 2);
        count += std::any_of(group.begin(), group.end(), [&](std::size_t b) { return b != a && distances[sources[b]] == 2; });
      }
    }
    return count;
  };
  EXPECT_GT(close(found), 800u);
  EXPECT_LT(close(group_sources(l, sources, 64, grouped_by(source_grouping::random), test::tested_place())), 600u);
}

TEST(sharing_degree, is_larger_in_groups_by_out_degree) {
  const graph g = build(kron(12, 16)).g;
  const layout l = test::prepared(g, vertex_order::degree);
  const array<vertex_id> sources = random_sources(g, 1024);
  const auto shared = [&](source_grouping grouping) {
    multi_bfs_options options = grouped_by(grouping);
    options.method = multi_bfs_method::bitwise;
    options.width = 64;
    options.report_levels = true;
    options.return_distances = false;
    double sum = 0;
    const multi_bfs_report report = multi_bfs(l, sources.view(), options, test::tested_place()).report;
    for (const group_report& group : report.groups) {
      EXPECT_GE(group.sharing_degree(), 1);
      EXPECT_LE(group.sharing_ratio(), 1);
      sum += group.sharing_degree();
    }
    return sum / static_cast<double>(report.groups.size());
  };
  EXPECT_GT(shared(source_grouping::out_degree), 1.2 * shared(source_grouping::random));
}

}  // namespace
}  // namespace fathom
