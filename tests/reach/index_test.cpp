// The reachability index against a queue-based search, when built and when loaded, and rejected arguments.
#include <gtest/gtest.h>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/reachability.hpp"
#include "multi_bfs/joined.hpp"
#include "reach_files.hpp"

namespace fathom {
namespace {

class reach : public testing::TestWithParam<test::specimen> {};

TEST_P(reach, answers_what_a_queue_finds) {
  const graph g = build(GetParam().edges()).g;
  if (g.num_vertices() == 0 || test::is_too_deep(g)) return;
  const std::vector<vertex_id> vertices = test::spread_sources(g, 70);
  const layout prepared = prepare(g);
  const test::temporary_folder folder;
  for (const hop_count k : {0, 1, 3}) {
    SCOPED_TRACE("k = " + std::to_string(k));
    const auto truth = test::true_distances(g, vertices, k);
    reach_options options;
    options.prepared = &prepared;
    options.searches.width = 64;
    const reach_index built = build_reach_index(g, vertices, k, options, test::tested_place());
    built.save(folder / "index.reach");
    const reach_index loaded = reach_index::load(folder / "index.reach", {.trust = false, .of = &g, .control = {}});
    const reach_index trusted = reach_index::load(folder / "index.reach", {.trust = true, .of = nullptr, .control = {}});
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        pairs += truth[i][v] != unreachable;
        ASSERT_EQ(built.hops(vertices[i], v), truth[i][v]) << "from " << vertices[i] << " to " << v;
        ASSERT_EQ(loaded.hops(vertices[i], v), truth[i][v]);
        ASSERT_EQ(trusted.hops(vertices[i], v), truth[i][v]);
        ASSERT_EQ(loaded.reaches(vertices[i], v), truth[i][v] != unreachable);
        for (hop_count h = 0; h <= k; ++h) {
          ASSERT_EQ(loaded.reaches(vertices[i], v, h), truth[i][v] != unreachable && truth[i][v] <= h);
        }
      }
    }
    for (const reach_index* index : {&built, &loaded}) {
      EXPECT_EQ(index->k(), k);
      EXPECT_EQ(index->pairs(), pairs);
      EXPECT_EQ(index->selected().size(), vertices.size());
      EXPECT_EQ(index->num_vertices(), g.num_vertices());
      EXPECT_EQ(index->num_edges(), g.num_edges());
      EXPECT_EQ(index->checksum(), graph_checksum(g));
      EXPECT_EQ(index->bytes(), built.bytes());
      EXPECT_EQ(index->sparse_rows(), built.sparse_rows());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, reach, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(reach_index_forms, both_are_there_and_agree) {
  const graph g = build(test::hubs({200, 3, 3, 3, 3, 3, 3, 3, 200})).g;
  std::vector<vertex_id> all(g.num_vertices());
  for (vertex_id v = 0; v < g.num_vertices(); ++v) all[v] = v;
  const reach_index index = build_reach_index(g, all, 2, {}, test::tested_place());
  EXPECT_GT(index.sparse_rows(), 0u);
  EXPECT_LT(index.sparse_rows(), all.size());
  for (const vertex_id s : all) {
    const auto truth = test::queue_bfs(g, s, 2);
    for (const vertex_id t : all) ASSERT_EQ(index.hops(s, t), truth[t]);
  }
}

TEST(reach_index_forms, long_distances) {
  const graph g = build(path(3000)).g;
  const std::vector<vertex_id> ends{0, 2999};
  for (const hop_count k : {126, 127, 128, 2000}) {
    const reach_index index = build_reach_index(g, ends, k, {}, test::tested_place());
    for (const vertex_id s : ends) {
      const auto truth = test::queue_bfs(g, s, k);
      for (vertex_id t = 0; t < 3000; ++t) ASSERT_EQ(index.hops(s, t), truth[t]) << k;
    }
  }
}

TEST(reach_index_building, takes_a_vertex_once_however_often_it_is_given) {
  const graph g = build(grid(5, 5)).g;
  const std::vector<vertex_id> vertices{7, 3, 7, 7, 24, 3};
  const reach_index index = build_reach_index(g, vertices, 2, {}, test::tested_place());
  EXPECT_EQ(test::as_vector(index.selected()), (std::vector<vertex_id>{3, 7, 24}));
  EXPECT_TRUE(index.has(24));
  EXPECT_FALSE(index.has(4));
  EXPECT_FALSE(index.has(25));
  EXPECT_EQ(index.report().searches, 3u);
}

TEST(reach_index_building, refuses_what_it_cannot_index) {
  const graph g = build(path(5)).g;
  const std::vector<vertex_id> good{1}, outside{1, 5}, none;
  test::expect_error(error_category::usage, "k is -1; an index holds 0 to 32766 hops",
                     [&] { (void)build_reach_index(g, good, -1); });
  test::expect_error(error_category::usage, "k is 32767", [&] { (void)build_reach_index(g, good, 32767); });
  test::expect_error(error_category::usage, "vertex 5 (number 2 of 2) is outside the graph of 5 vertices",
                     [&] { (void)build_reach_index(g, outside, 1); });
  test::expect_error(error_category::usage, "no vertices", [&] { (void)build_reach_index(g, none, 1); });
  const layout other = prepare(build(path(6)).g);
  reach_options options;
  options.prepared = &other;
  test::expect_error(error_category::usage, "the layout belongs to another graph",
                     [&] { (void)build_reach_index(g, good, 1, options); });
}

TEST(reach_index_questions, outside_of_the_index_are_refused) {
  const graph g = build(path(5)).g;
  const std::vector<vertex_id> some{1, 3};
  const reach_index index = build_reach_index(g, some, 2);
  test::expect_error(
      error_category::usage,
      "source 2 is not among the 2 selected vertices of the index; use one of them, or build an index that contains it",
      [&] { (void)index.hops(2, 1); });
  test::expect_error(error_category::usage, "source 5 is outside the graph of 5 vertices", [&] { (void)index.hops(5, 1); });
  test::expect_error(error_category::usage, "target 5 is outside the graph of 5 vertices", [&] { (void)index.hops(1, 5); });
  for (const hop_count h : {-1, 3}) {
    test::expect_error(error_category::usage, std::to_string(h) + " hops are outside the index's range of 0 to 2",
                       [&] { (void)index.reaches(1, 2, h); });
  }
}

TEST(graph_checksums, differ_between_graphs) {
  const std::uint64_t one = graph_checksum(build(path(5)).g);
  EXPECT_EQ(one, graph_checksum(build(path(5)).g, {.stop = {}, .on_progress = {}, .threads = 1}));
  EXPECT_NE(one, graph_checksum(build(path(6)).g));
  EXPECT_NE(one, graph_checksum(build(star(5)).g));
  EXPECT_NE(graph_checksum(build(test::edges_of(0, {}, false)).g), graph_checksum(build(test::edges_of(1, {}, false)).g));
}

}  // namespace
}  // namespace fathom
