// The search over bitmaps of the Graph500 chapter: its name, its rule for the direction, and words at the end of a bitmap.
// Distances and predecessors on the zoo's graphs are checked with those of all other methods.
#include <gtest/gtest.h>

#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/validate.hpp"
#include "searching.hpp"

namespace fathom {
namespace {

class bitmaps : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_paper_methods()) GTEST_SKIP() << "the search over bitmaps needs a CUDA device";
  }

  static bfs_result search(const layout& l, vertex_id source, const bfs_options& options = {}) {
    return test::manner{"graph500-bitmap", options, find_paper_method("graph500-bitmap")}.search(l, source);
  }
};

// Vertices at both sides of the limit between two words, and a last word without a vertex.
TEST_F(bitmaps, of_awkward_sizes) {
  for (const vertex_id n : {1u, 2u, 31u, 32u, 33u, 63u, 64u, 65u, 255u, 256u, 257u}) {
    for (const graph& g : {build(path(n)).g, build(star(n)).g, build(complete(n)).g}) {
      for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
        const layout l = test::prepared(g, order);
        for (const bfs_strategy strategy : {bfs_strategy::top_down, bfs_strategy::bottom_up, bfs_strategy::direction_optimizing}) {
          for (const vertex_id source : {vertex_id{0}, n - 1}) {
            const bfs_result found = search(l, source, {.strategy = strategy});
            ASSERT_EQ(test::as_vector(found.distances), test::queue_bfs(g, source)) << n;
            const bfs_validation v = validate_bfs(g, source, found.distances.view(), found.predecessors.view());
            ASSERT_TRUE(v.valid) << n << ": " << v.message;
          }
        }
      }
    }
  }
}

TEST_F(bitmaps, say_their_name_and_change_direction_by_beamers_rule) {
  const graph g = build(kron(14)).g;
  const layout l = test::prepared(g, vertex_order::caller);
  for (const vertex_id source : test::as_vector(random_sources(g, 4))) {
    const run_report r = search(l, source, {.report_levels = true}).report;
    EXPECT_NE(r.engine.find("CUDA, graph500-bitmap"), std::string::npos) << r.engine;
    EXPECT_NE(r.engine.find("alpha/beta"), std::string::npos) << r.engine;
    EXPECT_TRUE(
        std::any_of(r.levels.begin(), r.levels.end(), [](const level_report& one) { return one.way == direction::bottom_up; }));
    EXPECT_EQ(r.levels.front().way, direction::top_down);
    EXPECT_EQ(r.levels.front().edges_inspected, g.view().out.degree(source));
  }
  EXPECT_THROW((void)search(l, 0, {.switching = bfs_switching::hub_ratio}), error);
  EXPECT_THROW((void)search(l, 0, {.gamma = 0.5}), error);
}

}  // namespace
}  // namespace fathom
