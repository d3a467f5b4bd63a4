// Values computed by NetworkX 3.6.1: closeness_centrality(), harmonic_centrality(), eccentricity(), diameter(), radius(),
// center().
#include <gtest/gtest.h>

#include "fathom/closeness.hpp"
#include "fathom/diameter.hpp"
#include "on_tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t v = 0; v < values.size(); ++v) EXPECT_NEAR(values[v], expected[v], 1e-14) << v;
}

TEST(known_values, of_krackhardts_kite) {
  const graph g = build(test::krackhardts_kite()).g;
  expect_near(test::closeness(g).values, {0.5294117647058824, 0.5294117647058824, 0.5, 0.6, 0.5, 0.6428571428571429,
                                          0.6428571428571429, 0.6, 0.42857142857142855, 0.3103448275862069});
  expect_near(test::harmonic(g).values,
              {6.083333333333333, 6.083333333333333, 5.583333333333333, 7.083333333333333, 5.583333333333333, 6.833333333333333,
               6.833333333333333, 6.0, 4.666666666666666, 3.4166666666666665});
  EXPECT_EQ(test::eccentricity(g).values, (std::vector<hop_count>{4, 4, 4, 4, 4, 3, 3, 2, 3, 4}));
  const diameter_result found = test::diameter(g);
  EXPECT_EQ(found.diameter, 4);
  EXPECT_EQ(found.radius, 2);
  EXPECT_EQ(found.centre, std::vector<vertex_id>{7});
}

// Directed: two 3-cycles, an edge from one to the other, one vertex with an edge to them, one reached from them, one isolated.
TEST(known_values, of_a_directed_graph) {
  const graph g = build(test::edges_of(9, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}, {6, 0}, {5, 7}}, true)).g;
  expect_near(test::closeness(g).values, {0.28125, 0.22499999999999998, 0.1875, 0.34615384615384615, 0.2647058823529412,
                                          0.21428571428571427, 0.0, 0.21875, 0.0});
  expect_near(test::closeness(g, {.improved = false}).values,
              {0.75, 0.6, 0.5, 0.46153846153846156, 0.35294117647058826, 0.2857142857142857, 0.0, 0.25, 0.0});
  expect_near(test::harmonic(g).values,
              {2.5, 2.0, 1.8333333333333333, 3.583333333333333, 2.783333333333333, 2.4499999999999997, 0, 2.592857142857143, 0});
}

}  // namespace
}  // namespace fathom
