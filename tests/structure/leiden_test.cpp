// The Leiden method against the validator and the Louvain method; levels; parts of communities.
#include "fathom/leiden.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "communities/cpu/parts.hpp"
#include "communities/numbering.hpp"
#include "fathom/build.hpp"
#include "fathom/communities.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"
#include "graph_files.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

using vertices = std::vector<vertex_id>;

vertices listed(const array<vertex_id>& labels) { return {labels.begin(), labels.end()}; }

louvain_result expect_valid_leiden(const graph& g, const louvain_options& options = {}) {
  louvain_result found = leiden(g, options);
  const louvain_validation checked = validate_leiden(g, found.labels.view(), found.report.modularity, options);
  EXPECT_TRUE(checked.valid) << checked.message;
  EXPECT_EQ(found.report.algorithm, "leiden");
  return found;
}

const edge_pairs two_triangles{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}};

// Whether communities are unions of those of `finer`.
bool contains_communities_of(const array<vertex_id>& coarser, const array<vertex_id>& finer) {
  std::map<vertex_id, vertex_id> container;
  for (std::size_t v = 0; v < finer.size(); ++v) {
    if (container.emplace(finer[v], coarser[v]).first->second != coarser[v]) return false;
  }
  return true;
}

class leiden_of : public testing::TestWithParam<specimen> {};

TEST_P(leiden_of, is_valid_and_about_as_good_as_louvain) {
  build_options keeping_loops;
  keeping_loops.loops = self_loops::keep;
  const graph plain = build(GetParam().edges()).g, weighted = build(with_weights(GetParam().edges()), keeping_loops).g;
  if (plain.directed()) return;
  for (const auto& [g, resolution] : {std::pair(plain, 1.0), std::pair(weighted, 1.0), std::pair(weighted, 3.0)}) {
    const louvain_options options{.resolution = resolution};
    EXPECT_GE(expect_valid_leiden(g, options).report.modularity, louvain(g, options).report.modularity - 0.03);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, leiden_of, testing::ValuesIn(zoo()), specimen_name());

TEST(leiden, does_not_depend_on_threads_but_on_the_seed) {
  const graph g = build(kron(12, 8)).g;
  std::vector<vertices> of_seeds;
  for (const std::uint64_t seed : {1, 2}) {
    const louvain_result one = expect_valid_leiden(g, {.seed = seed, .control = {.threads = 1}});
    const louvain_result four = expect_valid_leiden(g, {.seed = seed, .control = {.threads = 4}});
    EXPECT_GT(four.report.threads, 1);
    EXPECT_EQ(listed(one.labels), listed(four.labels));
    EXPECT_EQ(one.report.modularity, four.report.modularity);
    of_seeds.push_back(listed(one.labels));
  }
  EXPECT_NE(of_seeds[0], of_seeds[1]);
}

// Both methods: each level has the communities that its report counts, as unions of those before; those of leiden() are connected.
TEST(leiden, returns_nested_levels) {
  const graph g = build(kron(9, 8)).g;
  EXPECT_TRUE(leiden(g).levels.empty());
  for (const auto search : {louvain, leiden}) {
    const louvain_result found = search(g, {.all_levels = true});
    ASSERT_EQ(found.levels.size(), found.report.levels.size());
    for (std::size_t i = 0; i < found.levels.size(); ++i) {
      vertices numbered = listed(found.levels[i]);
      const vertex_id count = communities_engine::number_in_order(numbered);
      EXPECT_EQ(numbered, listed(found.levels[i]));
      if (i + 1 < found.levels.size()) {
        EXPECT_EQ(count, found.report.levels[i + 1].vertices);
        EXPECT_TRUE(contains_communities_of(found.levels[i + 1], found.levels[i]));
        EXPECT_LE(modularity(g, found.levels[i]), modularity(g, found.levels[i + 1]) + 1e-12);
      }
      if (search == leiden) {
        vertices parts(g.num_vertices());
        const auto level = communities_engine::first_level(g, false, 1);
        EXPECT_EQ(communities_engine::split_into_components(level, {found.levels[i].view(), count}, 1, {}, parts), count);
      }
    }
  }
}

// The best of all partitions, as networkx.community.modularity() computes them.
TEST(leiden, finds_known_communities) {
  const louvain_result triangles = expect_valid_leiden(build(edges_of(6, two_triangles, false)).g);
  EXPECT_EQ(listed(triangles.labels), (vertices{0, 0, 0, 1, 1, 1}));
  EXPECT_NEAR(triangles.report.modularity, 6.0 / 7 - 0.5, 1e-12);
  EXPECT_EQ(expect_valid_leiden(build(edges_of(3, {}, false)).g).report.communities, 3u);
  const graph g = build(kron(9, 8)).g;
  EXPECT_EQ(expect_valid_leiden(g, {.resolution = 0}).report.communities, weakly_connected_components(g).components.size());
  EXPECT_EQ(leiden(g, {.max_levels = 1}).report.levels.size(), 1u);
  EXPECT_EQ(leiden(g, {.threshold = 1}).report.levels.size(), 1u);
}

// At least the modularity that the Leiden method of igraph finds with two iterations, rounded down to two digits.
TEST(leiden, finds_good_communities_of_real_graphs) {
  const std::filesystem::path folder = graph_files();
  if (folder.empty()) GTEST_SKIP() << "no folder of real graphs (FATHOM_TEST_GRAPHS)";
  const std::pair<const char*, double> known[] = {
      {"facebook_combined.txt.xz", 0.83}, {"email-Enron.mtx.xz", 0.62}, {"delaunay_n15.graph.xz", 0.93}};
  for (const auto& [file, least] : known) {
    read_options reading;
    reading.direction = stated_direction::undirected;
    EXPECT_GT(expect_valid_leiden(read_graph(folder / file, reading).g).report.modularity, least) << file;
  }
}

TEST(leiden, refuses_what_louvain_refuses) {
  expect_error(error_category::usage, "this graph is directed, but the Leiden method needs an undirected graph; symmetrize it", [] {
    static_cast<void>(leiden(build(edges_of(3, {{0, 1}, {1, 2}}, true)).g));
  });
}

// A path through a vertex of another community, and an edge of weight 0, do not connect.
TEST(parts_of_communities, are_components_along_positive_weights) {
  edge_list edges = edges_of(6, {{0, 1}, {1, 2}, {3, 4}, {4, 5}}, false);
  edges.weights = array<edge_weight>(4);
  edges.weights[0] = edges.weights[1] = edges.weights[2] = 1, edges.weights[3] = 0;
  const graph g = build(std::move(edges)).g;
  const auto level = communities_engine::first_level(g, true, 1);
  const vertices labels{0, 1, 0, 2, 2, 2};
  vertices parts(6);
  EXPECT_EQ(communities_engine::split_into_components(level, {labels, 3}, 2, {}, parts), 5u);
  EXPECT_EQ(parts, (vertices{0, 1, 2, 3, 3, 5}));
}

// Two triangles in one community. At resolution 1 a part of two vertices has less weight to the rest than expected, 2 instead of
// 4 * 10 / 14, so that no vertex joins it.
TEST(parts_of_communities, are_well_connected) {
  const graph g = build(edges_of(6, two_triangles, false)).g;
  const auto level = communities_engine::first_level(g, true, 1);
  const vertices together(6, 0);
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    const auto parts_at = [&](double resolution) {
      vertices parts(6);
      static_cast<void>(communities_engine::split_into_well_connected(level, {together, 1}, {14, resolution}, seed, 1, {}, parts));
      static_cast<void>(communities_engine::number_in_order(parts));
      return parts;
    };
    EXPECT_EQ(parts_at(0.5), (vertices{0, 0, 0, 1, 1, 1}));
    const vertices pairs = parts_at(1);
    for (vertex_id part = 0; part < 6; ++part) EXPECT_LE(std::count(pairs.begin(), pairs.end(), part), 2);
  }
}

TEST(validate_leiden, refuses_communities_that_are_not_connected) {
  const graph apart = build(edges_of(4, {{0, 1}, {2, 3}}, false)).g;
  const vertices together(4, 0);
  const louvain_options options{.resolution = 0};
  EXPECT_TRUE(validate_louvain(apart, together, 1, options).valid);
  const louvain_validation checked = validate_leiden(apart, together, 1, options);
  EXPECT_EQ(checked.violated, louvain_rule::communities_are_connected);
  EXPECT_EQ(checked.message, "each community is connected: community 0 has no path from '0' to '2'");
  EXPECT_EQ(validate_leiden(apart, vertices{0, 0, 1, 1}, 0.25).violated, louvain_rule::modularity_is_right);
}

}  // namespace
}  // namespace fathom::test
