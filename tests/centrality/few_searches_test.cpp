// Number of searches saved by bounds: upper limits on deep, shallow and real graphs.
#include <gtest/gtest.h>

#include "fathom/diameter.hpp"
#include "fathom/io.hpp"
#include "graph_files.hpp"
#include "on_tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

TEST(few_searches, find_the_ends_of_a_long_path) {
  const graph g = build(path(test::long_path_vertices)).g;
  const diameter_result found = test::diameter(g);
  EXPECT_EQ(found.diameter, static_cast<hop_count>(test::long_path_vertices - 1));
  EXPECT_EQ(found.radius, static_cast<hop_count>(test::long_path_vertices / 2));
  EXPECT_LE(found.report.searches, 6u);
  const eccentricity_result all = test::eccentricity(g);
  EXPECT_LE(all.report.searches, 10u);
  for (vertex_id v = 0; v < test::long_path_vertices; ++v)
    ASSERT_EQ(all.values[v], static_cast<hop_count>(std::max(v, test::long_path_vertices - 1 - v)));
}

TEST(few_searches, find_the_corners_of_a_grid) {
  const graph g = build(grid(300, 300)).g;
  const diameter_result found = test::diameter(g);
  EXPECT_EQ(found.diameter, 598);
  EXPECT_EQ(found.radius, 300);
  EXPECT_LE(found.report.searches, 12u);
}

TEST(few_searches, measure_a_kronecker_graph) {
  const graph g = build(kron(14)).g;
  const diameter_result found = test::diameter(g);
  EXPECT_EQ(found.diameter, 6);
  EXPECT_LE(found.report.searches, 16u);
  EXPECT_FALSE(found.connected);
  EXPECT_EQ(test::eccentricity(build(star(2000)).g).report.searches, 1u);
}

struct real_graph {
  const char* name;
  std::size_t most_searches;
};

class few_searches_of : public testing::TestWithParam<real_graph> {};

TEST_P(few_searches_of, a_real_graph) {
  const std::filesystem::path folder = test::graph_files();
  if (folder.empty()) GTEST_SKIP() << "no real graphs; set FATHOM_TEST_GRAPHS to their folder";
  const graph g = read_graph(folder / GetParam().name).g;
  const diameter_result found = test::diameter(g);
  EXPECT_LE(found.report.searches, GetParam().most_searches);
  const std::vector<vertex_id> ends{found.from, found.centre.front()};
  EXPECT_EQ(test::eccentricity(g, {.vertices = ends}).values, (std::vector<hop_count>{found.diameter, found.radius}));
}

INSTANTIATE_TEST_SUITE_P(files, few_searches_of,
                         testing::Values(real_graph{"facebook_combined.txt.xz", 80}, real_graph{"email-Enron.mtx.xz", 90},
                                         real_graph{"wiki-Vote.txt.xz", 120}, real_graph{"rgg_n_2_15_s0.graph.xz", 100}),
                         [](const auto& of) {
                           std::string name = of.param.name;
                           for (char& c : name) {
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace fathom
