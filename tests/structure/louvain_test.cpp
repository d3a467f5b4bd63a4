// The Louvain method against the validator; known communities; options; the validator against wrong results.
#include "fathom/louvain.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "fathom/build.hpp"
#include "fathom/communities.hpp"
#include "fathom/components.hpp"
#include "fathom/error.hpp"
#include "fathom/io.hpp"
#include "graph_files.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

std::vector<vertex_id> labels_of(const louvain_result& found) { return {found.labels.begin(), found.labels.end()}; }

louvain_result expect_valid_louvain(const graph& g, const louvain_options& options = {}) {
  louvain_result found = louvain(g, options);
  const louvain_validation checked = validate_louvain(g, found.labels.view(), found.report.modularity, options);
  EXPECT_TRUE(checked.valid) << checked.message;
  return found;
}

graph weighted_graph(vertex_id n, const edge_pairs& pairs, const std::vector<double>& weights) {
  edge_list edges = edges_of(n, pairs, false);
  edges.weights = array<edge_weight>(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) edges.weights[i] = static_cast<edge_weight>(weights[i]);
  build_options options;
  options.loops = self_loops::keep;
  return build(std::move(edges), options).g;
}

const edge_pairs joined_triangles{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}};

class louvain_of : public testing::TestWithParam<specimen> {};

TEST_P(louvain_of, is_valid_and_better_than_single_vertices) {
  build_options keeping_loops;
  keeping_loops.loops = self_loops::keep;
  const graph plain = build(GetParam().edges()).g, weighted = build(with_weights(GetParam().edges()), keeping_loops).g;
  if (plain.directed()) return;
  for (const auto& [g, resolution] : {std::pair(plain, 1.0), std::pair(weighted, 1.0), std::pair(weighted, 3.0)}) {
    const louvain_result found = expect_valid_louvain(g, {.resolution = resolution});
    const std::vector<vertex_id> together(g.num_vertices(), 0);
    EXPECT_GE(found.report.modularity, modularity(g, together, {true, resolution}) - 1e-12);
    double before = -std::numeric_limits<double>::infinity();
    for (const louvain_level& level : found.report.levels) {
      EXPECT_GE(level.modularity, before - 1e-12);
      before = level.modularity;
    }
    EXPECT_GE(found.report.modularity, before - 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, louvain_of, testing::ValuesIn(zoo()), specimen_name());

TEST(louvain, does_not_depend_on_threads_but_on_the_seed) {
  const graph g = build(kron(12, 8)).g;
  std::vector<std::vector<vertex_id>> of_seeds;
  for (const std::uint64_t seed : {1, 2}) {
    const louvain_result one = expect_valid_louvain(g, {.seed = seed, .control = {.threads = 1}});
    const louvain_result four = expect_valid_louvain(g, {.seed = seed, .control = {.threads = 4}});
    EXPECT_EQ(one.report.threads, 1);
    EXPECT_GT(four.report.threads, 1);
    EXPECT_EQ(labels_of(one), labels_of(four));
    EXPECT_EQ(one.report.modularity, four.report.modularity);
    of_seeds.push_back(labels_of(one));
  }
  EXPECT_NE(of_seeds[0], of_seeds[1]);
}

// The best of all partitions, as networkx.community.modularity() computes them.
TEST(louvain, finds_known_communities) {
  const louvain_result triangles = expect_valid_louvain(build(edges_of(6, joined_triangles, false)).g);
  EXPECT_EQ(labels_of(triangles), (std::vector<vertex_id>{0, 0, 0, 1, 1, 1}));
  EXPECT_NEAR(triangles.report.modularity, 6.0 / 7 - 0.5, 1e-12);
  edge_pairs cliques;  // a ring of 16 cliques of 6 vertices
  for (vertex_id c = 0; c < 16; ++c) {
    for (vertex_id i = 0; i < 6; ++i) {
      for (vertex_id j = 0; j < i; ++j) cliques.emplace_back(6 * c + i, 6 * c + j);
    }
    cliques.emplace_back(6 * c, (6 * c + 7) % 96);
  }
  const louvain_result ring = expect_valid_louvain(build(edges_of(96, cliques, false)).g);
  for (vertex_id v = 0; v < 96; ++v) EXPECT_EQ(ring.labels[v], v / 6);
  EXPECT_NEAR(ring.report.modularity, 240.0 / 256 - 1.0 / 16, 1e-12);
}

// At least the modularity that the multilevel method of igraph finds, rounded down to two digits.
TEST(louvain, finds_good_communities_of_real_graphs) {
  const std::filesystem::path folder = graph_files();
  if (folder.empty()) GTEST_SKIP() << "no folder of real graphs (FATHOM_TEST_GRAPHS)";
  const std::pair<const char*, double> known[] = {
      {"facebook_combined.txt.xz", 0.83}, {"email-Enron.mtx.xz", 0.60}, {"delaunay_n15.graph.xz", 0.93}};
  for (const auto& [file, least] : known) {
    read_options reading;
    reading.direction = stated_direction::undirected;
    EXPECT_GT(expect_valid_louvain(read_graph(folder / file, reading).g).report.modularity, least) << file;
  }
}

TEST(louvain, counts_weights_and_self_loops) {
  const edge_pairs square{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const graph g = weighted_graph(4, square, {9, 1, 9, 1});
  EXPECT_EQ(labels_of(expect_valid_louvain(g)), (std::vector<vertex_id>{0, 0, 1, 1}));
  EXPECT_NEAR(louvain(g).report.modularity, 18.0 / 20 - 0.5, 1e-12);
  EXPECT_TRUE(louvain(g).report.weighted);
  EXPECT_FALSE(expect_valid_louvain(g, {.weighted = false}).report.weighted);
  // Each of two vertices with heavy self-loops is better on its own.
  const graph loops = weighted_graph(2, {{0, 1}, {0, 0}, {1, 1}}, {1, 5, 5});
  EXPECT_EQ(labels_of(expect_valid_louvain(loops)), (std::vector<vertex_id>{0, 1}));
  EXPECT_NEAR(louvain(loops).report.modularity, 20.0 / 22 - 0.5, 1e-12);
  const graph nothing = weighted_graph(3, {{0, 1}, {1, 2}}, {0, 0});
  EXPECT_EQ(labels_of(expect_valid_louvain(nothing)), (std::vector<vertex_id>{0, 1, 2}));
  EXPECT_EQ(louvain(nothing).report.modularity, 0);
}

TEST(louvain, follows_its_options) {
  const graph g = build(kron(9, 8)).g;
  const louvain_result found = expect_valid_louvain(g);
  ASSERT_GT(found.report.levels.size(), 1u);
  EXPECT_EQ(louvain(g, {.max_levels = 1}).report.levels.size(), 1u);
  EXPECT_EQ(louvain(g, {.threshold = 1}).report.levels.size(), 1u);
  // Without expected edges, connected components are best.
  const louvain_result components = expect_valid_louvain(g, {.resolution = 0});
  EXPECT_EQ(components.report.communities, weakly_connected_components(g).components.size());
  EXPECT_GT(expect_valid_louvain(g, {.resolution = 4}).report.communities, found.report.communities);
}

TEST(louvain, refuses_what_it_cannot_count) {
  const auto category_of = [](const graph& g, const louvain_options& options) -> std::optional<error_category> {
    try {
      static_cast<void>(louvain(g, options));
    } catch (const error& e) {
      return e.category();
    }
    return std::nullopt;
  };
  const graph g = build(krackhardts_kite()).g;
  EXPECT_EQ(category_of(build(edges_of(3, {{0, 1}, {1, 2}}, true)).g, {}), error_category::usage);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {-1.0, nan, infinity}) EXPECT_EQ(category_of(g, {.resolution = wrong}), error_category::usage);
  EXPECT_EQ(category_of(weighted_graph(3, {{0, 1}, {1, 2}}, {1, -1}), {}), error_category::usage);
  edge_list huge = edges_of(3, {{0, 1}, {1, 2}}, false);
  huge.wide_weights = array<double>(2);
  huge.wide_weights[0] = huge.wide_weights[1] = 1e308;
  EXPECT_EQ(category_of(build(std::move(huge)).g, {}), error_category::usage);
  EXPECT_EQ(category_of(g, {.threshold = -1}), error_category::usage);
  EXPECT_EQ(category_of(g, {.threshold = nan}), error_category::usage);
  EXPECT_EQ(category_of(g, {.max_levels = 0}), error_category::usage);
  expect_error(error_category::cancelled, [&] { static_cast<void>(louvain(g, {.control = stopped()})); });
}

TEST(validate_louvain, refuses_wrong_results) {
  const graph g = build(edges_of(6, joined_triangles, false)).g;
  const auto rule_of = [&](const std::vector<vertex_id>& labels, double by = 0) {
    const double right = labels.size() == 6 ? modularity(g, labels) : 0;
    const louvain_validation checked = validate_louvain(g, labels, right + by);
    EXPECT_EQ(checked.valid, checked.violated == louvain_rule::none);
    EXPECT_EQ(checked.message.empty(), checked.valid);
    return checked.violated;
  };
  EXPECT_EQ(rule_of({0, 0, 0, 1, 1, 1}), louvain_rule::none);
  EXPECT_EQ(rule_of({0, 0, 0, 1, 1}), louvain_rule::communities_are_numbered);
  EXPECT_EQ(rule_of({1, 1, 1, 0, 0, 0}), louvain_rule::communities_are_numbered);
  EXPECT_EQ(rule_of({0, 0, 0, 1, 1, 1}, 1e-6), louvain_rule::modularity_is_right);
  EXPECT_EQ(rule_of({0, 0, 0, 0, 1, 1}), louvain_rule::no_move_improves);
  // Two pairs without an edge between them: a vertex improves by leaving for a new community.
  const graph apart = build(edges_of(4, {{0, 1}, {2, 3}}, false)).g;
  const std::vector<vertex_id> mixed{0, 0, 0, 1};
  EXPECT_EQ(validate_louvain(apart, mixed, modularity(apart, mixed)).violated, louvain_rule::no_move_improves);
}

}  // namespace
}  // namespace fathom::test
