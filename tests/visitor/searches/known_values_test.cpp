// Known values: computed by NetworkX 3.6.1 with betweenness_centrality() and edge_betweenness_centrality(), and by hand for simple
// shapes.
#include <gtest/gtest.h>

#include <cmath>

#include "fathom/betweenness.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

void expect_near(const array<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t v = 0; v < values.size(); ++v) EXPECT_NEAR(values[v], expected[v], 1e-13 * std::max(1.0, expected[v])) << v;
}

// NetworkX lists an undirected edge once.
void expect_edges_near(const graph& g, const array<double>& values, const test::edge_pairs& edges,
                       const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), g.num_edges());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [u, v] = edges[i];
    const vertex_id* const at = std::lower_bound(g.view().out.begin(u), g.view().out.end(u), v);
    EXPECT_NEAR(values[static_cast<std::size_t>(at - g.view().out.targets)], expected[i], 1e-13 * std::max(1.0, expected[i]))
        << u << " " << v;
  }
}

TEST(known_betweenness, of_krackhardts_kite) {
  const graph g = build(test::krackhardts_kite()).g;
  expect_near(betweenness(g).vertices, {0.023148148148148143, 0.023148148148148143, 0.0, 0.10185185185185183, 0.0,
                                        0.23148148148148148, 0.23148148148148148, 0.38888888888888884, 0.2222222222222222, 0.0});
  expect_near(betweenness(g, {.normalized = false}).vertices, {0.8333333333333333, 0.8333333333333333, 0.0, 3.666666666666666, 0.0,
                                                               8.333333333333334, 8.333333333333334, 14.0, 8.0, 0.0});
  expect_near(betweenness(g, {.endpoints = true}).vertices,
              {0.21851851851851853, 0.21851851851851853, 0.2, 0.28148148148148144, 0.2, 0.38518518518518524, 0.38518518518518524,
               0.5111111111111112, 0.37777777777777777, 0.2});
  expect_near(betweenness(g, {.normalized = false, .endpoints = true}).vertices,
              {9.833333333333334, 9.833333333333334, 9.0, 12.666666666666664, 9.0, 17.333333333333336, 17.333333333333336, 23.0,
               17.0, 9.0});
  expect_edges_near(
      g, betweenness(g, {.edges = true}).edges, test::kite_edges,
      {0.05925925925925925, 0.03333333333333333, 0.040740740740740744, 0.1037037037037037, 0.040740740740740744,
       0.03333333333333333, 0.1037037037037037, 0.06666666666666667, 0.1, 0.06666666666666667, 0.07407407407407408,
       0.07407407407407407, 0.1, 0.05925925925925926, 0.23333333333333334, 0.23333333333333334, 0.35555555555555557, 0.2});
  expect_edges_near(g, betweenness(g, {.normalized = false, .edges = true}).edges, test::kite_edges,
                    {2.666666666666666, 1.5, 1.8333333333333333, 4.666666666666666, 1.8333333333333333, 1.5, 4.666666666666666, 3.0,
                     4.5, 3.0, 3.3333333333333335, 3.333333333333333, 4.5, 2.6666666666666665, 10.5, 10.5, 16.0, 9.0});
  // betweenness_centrality(k=4) with the vertices that random.Random(3) draws
  const std::vector<vertex_id> drawn{3, 8, 2, 7};
  expect_near(betweenness(g, {.sources = drawn}).vertices,
              {0.015625, 0.0, 0.0, 0.08333333333333333, 0.0, 0.3125, 0.203125, 0.4583333333333333, 0.125, 0.0});
  expect_near(betweenness(g, {.sources = drawn, .endpoints = true}).vertices,
              {0.125, 0.1111111111111111, 0.3333333333333333, 0.38888888888888884, 0.1111111111111111, 0.38888888888888884,
               0.29166666666666663, 0.6388888888888888, 0.41666666666666663, 0.1111111111111111});
  expect_near(betweenness(g, {.sources = drawn, .normalized = false}).vertices,
              {0.5625, 0.0, 0.0, 3.0, 0.0, 11.25, 7.3125, 16.5, 4.5, 0.0});
  expect_near(betweenness(g, {.sources = drawn, .normalized = false, .endpoints = true}).vertices,
              {5.625, 5.0, 15.0, 17.5, 5.0, 17.5, 13.125, 28.75, 18.75, 5.0});
  expect_edges_near(
      g, betweenness(g, {.sources = drawn, .edges = true}).edges, test::kite_edges,
      {0.013888888888888888, 0.041666666666666664, 0.027777777777777776, 0.05555555555555555, 0.041666666666666664, 0.0,
       0.05555555555555555, 0.1111111111111111, 0.18055555555555555, 0.05555555555555555, 0.09722222222222221, 0.1111111111111111,
       0.05555555555555555, 0.013888888888888888, 0.3194444444444444, 0.2361111111111111, 0.38888888888888884, 0.1111111111111111});
  expect_edges_near(g, betweenness(g, {.sources = drawn, .normalized = false, .edges = true}).edges, test::kite_edges,
                    {0.625, 1.875, 1.25, 2.5, 1.875, 0.0, 2.5, 5.0, 8.125, 2.5, 4.375, 5.0, 2.5, 0.625, 14.375, 10.625, 17.5, 5.0});
}

// Directed: two cycles of three and edges between them, one vertex before, one after, one isolated.
TEST(known_betweenness, of_a_directed_graph) {
  const test::edge_pairs edges{{0, 1}, {1, 2}, {1, 4}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}, {5, 7}, {6, 0}};
  const graph g = build(test::edges_of(9, edges, true)).g;
  expect_near(betweenness(g).vertices,
              {0.125, 0.17857142857142855, 0.07142857142857142, 0.07142857142857142, 0.17857142857142855, 0.125, 0.0, 0.0, 0.0});
  expect_near(betweenness(g, {.normalized = false}).vertices, {7.0, 10.0, 4.0, 4.0, 10.0, 7.0, 0.0, 0.0, 0.0});
  expect_near(betweenness(g, {.endpoints = true}).vertices,
              {0.2222222222222222, 0.2638888888888889, 0.18055555555555555, 0.18055555555555555, 0.2638888888888889,
               0.2222222222222222, 0.09722222222222221, 0.09722222222222221, 0.0});
  expect_near(betweenness(g, {.normalized = false, .endpoints = true}).vertices,
              {16.0, 19.0, 13.0, 13.0, 19.0, 16.0, 7.0, 7.0, 0.0});
  expect_edges_near(g, betweenness(g, {.edges = true}).edges, edges,
                    {0.18055555555555555, 0.09722222222222221, 0.125, 0.041666666666666664, 0.09722222222222221,
                     0.09722222222222221, 0.18055555555555555, 0.041666666666666664, 0.09722222222222221, 0.09722222222222221});
  expect_edges_near(g, betweenness(g, {.normalized = false, .edges = true}).edges, edges,
                    {13.0, 7.0, 9.0, 3.0, 7.0, 7.0, 13.0, 3.0, 7.0, 7.0});
  // betweenness_centrality(k=4) with the vertices that random.Random(3) draws
  const std::vector<vertex_id> drawn{3, 2, 7, 4};
  expect_near(betweenness(g, {.sources = drawn}).vertices,
              {0.03571428571428571, 0.0, 0.0, 0.14285714285714285, 0.19047619047619047, 0.14285714285714285, 0.0, 0.0, 0.0});
  expect_near(betweenness(g, {.sources = drawn, .endpoints = true}).vertices,
              {0.0625, 0.03125, 0.1875, 0.25, 0.28125, 0.21875, 0.0, 0.09375, 0.0});
  expect_near(betweenness(g, {.sources = drawn, .normalized = false}).vertices,
              {2.0, 0.0, 0.0, 8.0, 10.666666666666666, 8.0, 0.0, 0.0, 0.0});
  expect_near(betweenness(g, {.sources = drawn, .normalized = false, .endpoints = true}).vertices,
              {4.5, 2.25, 13.5, 18.0, 20.25, 15.75, 0.0, 6.75, 0.0});
  expect_edges_near(g, betweenness(g, {.sources = drawn, .edges = true}).edges, edges,
                    {0.03125, 0.0, 0.0, 0.0625, 0.125, 0.1875, 0.21875, 0.03125, 0.09375, 0.0});
  expect_edges_near(g, betweenness(g, {.sources = drawn, .normalized = false, .edges = true}).edges, edges,
                    {2.25, 0.0, 0.0, 4.5, 9.0, 13.5, 15.75, 2.25, 6.75, 0.0});
}

// networkx.karate_club_graph(), without its weights
TEST(known_betweenness, of_zacharys_karate_club) {
  const test::edge_pairs edges{{0, 1},   {0, 2},   {0, 3},   {0, 4},   {0, 5},   {0, 6},   {0, 7},   {0, 8},   {0, 10},  {0, 11},
                               {0, 12},  {0, 13},  {0, 17},  {0, 19},  {0, 21},  {0, 31},  {1, 2},   {1, 3},   {1, 7},   {1, 13},
                               {1, 17},  {1, 19},  {1, 21},  {1, 30},  {2, 3},   {2, 7},   {2, 8},   {2, 9},   {2, 13},  {2, 27},
                               {2, 28},  {2, 32},  {3, 7},   {3, 12},  {3, 13},  {4, 6},   {4, 10},  {5, 6},   {5, 10},  {5, 16},
                               {6, 16},  {8, 30},  {8, 32},  {8, 33},  {9, 33},  {13, 33}, {14, 32}, {14, 33}, {15, 32}, {15, 33},
                               {18, 32}, {18, 33}, {19, 33}, {20, 32}, {20, 33}, {22, 32}, {22, 33}, {23, 25}, {23, 27}, {23, 29},
                               {23, 32}, {23, 33}, {24, 25}, {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33}, {28, 31},
                               {28, 33}, {29, 32}, {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};
  const graph g = build(test::edges_of(34, edges, false)).g;
  // clang-format off
  const std::vector<double> vertices{
      0.437635281385281, 0.0539366883116883, 0.143656806156806, 0.0119092712842713, 0.000631313131313131, 0.0299873737373737,
      0.0299873737373737, 0, 0.0559268278018278, 0.000847763347763348, 0.000631313131313131, 0, 0, 0.0458633958633959, 0, 0,
      0, 0, 0, 0.0324750481000481, 0, 0, 0, 0.0176136363636364, 0.00220959595959596, 0.00384048821548822, 0,
      0.0223334535834536, 0.00179473304473304, 0.00292207792207792, 0.0144119769119769, 0.138275613275613, 0.145247113997114,
      0.304074975949976};
  // clang-format on
  expect_near(betweenness(g).vertices, vertices);
  const std::vector<double> of_edges{
      0.025252525252525245, 0.0777876807288572,   0.02049910873440285,   0.0522875816993464,   0.07813428401663694,
      0.07813428401663695,  0.0228206434088787,   0.07423959482783014,   0.0522875816993464,   0.058823529411764705,
      0.04652406417112298,  0.04237189825425121,  0.04012392835922248,   0.045936960642843,    0.040123928359222474,
      0.1272599949070537,   0.023232323232323233, 0.0077243018419489,    0.007422969187675069, 0.01240556828792123,
      0.01869960105254222,  0.014633732280791102, 0.01869960105254222,   0.032280791104320514, 0.022430184194890075,
      0.025214328155504617, 0.009175791528732704, 0.030803836686189627,  0.007630931160342923, 0.04119203236850296,
      0.02278244631185807,  0.06898678663384543,  0.003365588659706307,  0.012299465240641705, 0.01492233256939139,
      0.0047534165181224,   0.0029708853238265,   0.0029708853238265003, 0.0047534165181224,   0.029411764705882353,
      0.029411764705882353, 0.00980392156862745,  0.0304416716181422,    0.04043657867187279,  0.029615482556659026,
      0.06782389723566191,  0.024083977025153497, 0.03473955238661121,   0.024083977025153497, 0.03473955238661121,
      0.024083977025153497, 0.03473955238661121,  0.05938233879410351,   0.024083977025153497, 0.03473955238661121,
      0.024083977025153493, 0.03473955238661121,  0.019776193305605066,  0.010536739948504653, 0.00665478312537136,
      0.022341057635175278, 0.03266983561101209,  0.0042186571598336305, 0.018657159833630418, 0.040106951871657755,
      0.04205783323430383,  0.004532722179781003, 0.0542908072319837,    0.030477039300568713, 0.0148544266191325,
      0.024564977506153975, 0.023328523328523323, 0.029807882749059215,  0.01705288175876411,  0.02681436210847975,
      0.04143394731630026,  0.05339388280564752,  0.008225108225108224};
  expect_edges_near(g, betweenness(g, {.edges = true}).edges, edges, of_edges);
  // betweenness_centrality(k=4) with the vertices that random.Random(3) draws
  const std::vector<vertex_id> drawn{15, 8, 23, 30};
  // clang-format off
  const std::vector<double> estimates{
      0.269227430555556, 0.0869791666666667, 0.0862847222222222, 0.00629340277777778, 0, 0.015625, 0.015625, 0,
      0.0907407407407407, 0, 0, 0, 0, 0.0309895833333333, 0, 0, 0, 0, 0, 0.0229600694444444, 0, 0, 0, 0.0145833333333333, 0,
      0.0142795138888889, 0, 0.0334201388888889, 0, 0.00390625, 0.0173611111111111, 0.0708767361111111, 0.241753472222222,
      0.392578125};
  expect_near(betweenness(g, {.sources = drawn}).vertices, estimates);
  const std::vector<double> edge_estimates{
      0.03156565656565656, 0.024747474747474747, 0.003787878787878788, 0.030303030303030304, 0.045454545454545456,
      0.045454545454545456, 0.003787878787878788, 0.16119528619528617, 0.030303030303030304, 0.030303030303030304,
      0.024200336700336698, 0.01973905723905724, 0.01654040404040404, 0.0210016835016835, 0.01654040404040404,
      0.04751683501683502, 0.012373737373737372, 0.0101010101010101, 0.007575757575757576, 0.008838383838383838,
      0.013762626262626263, 0.008838383838383838, 0.013762626262626263, 0.09217171717171717, 0.014730639730639733,
      0.01893939393939394, 0.035606060606060606, 0.003787878787878788, 0.002525252525252525, 0.025841750841750846,
      0.003787878787878788, 0.055303030303030305, 0.0, 0.006102693602693603, 0.007786195286195287, 0.0, 0.0, 0.0, 0.0,
      0.015151515151515152, 0.015151515151515152, 0.04924242424242424, 0.06595117845117845, 0.09271885521885523,
      0.026515151515151516, 0.05151515151515152, 0.015151515151515152, 0.015151515151515152, 0.11372053872053874,
      0.159006734006734, 0.015151515151515152, 0.015151515151515152, 0.04499158249158249, 0.015151515151515152,
      0.015151515151515152, 0.015151515151515152, 0.015151515151515152, 0.03202861952861953, 0.031902356902356904,
      0.011363636363636364, 0.09116161616161617, 0.127483164983165, 0.003787878787878788, 0.011868686868686869,
      0.014646464646464645, 0.022180134680134682, 0.003787878787878788, 0.026515151515151516, 0.025505050505050503, 0.0,
      0.026515151515151516, 0.011363636363636364, 0.011363636363636364, 0.059343434343434344, 0.09722222222222221,
      0.04170875420875421, 0.04170875420875421, 0.0};
  // clang-format on
  expect_edges_near(g, betweenness(g, {.sources = drawn, .edges = true}).edges, edges, edge_estimates);
}

TEST(known_betweenness, of_simple_shapes) {
  // Vertex i of a path separates i vertices from n - 1 - i.
  expect_near(betweenness(build(path(5)).g, {.normalized = false}).vertices, {0, 3, 4, 3, 0});
  // All pairs of leaves.
  expect_near(betweenness(build(star(6)).g, {.normalized = false}).vertices, {10, 0, 0, 0, 0, 0});
  expect_near(betweenness(build(star(6)).g).vertices, {1, 0, 0, 0, 0, 0});
  // On a cycle of five each vertex is between its two neighbors only; on a directed one it lies on 1 + 2 + 3 paths.
  const test::edge_pairs five{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
  expect_near(betweenness(build(test::edges_of(5, five, false)).g, {.normalized = false}).vertices, {1, 1, 1, 1, 1});
  expect_near(betweenness(build(test::directed_cycle(5)).g, {.normalized = false}).vertices, {6, 6, 6, 6, 6});
  expect_near(betweenness(build(test::directed_cycle(5)).g, {.normalized = false, .edges = true}).edges, {10, 10, 10, 10, 10});
  // Two paths around a square, each counted half.
  const test::edge_pairs four{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  expect_near(betweenness(build(test::edges_of(4, four, false)).g, {.normalized = false}).vertices, {0.5, 0.5, 0.5, 0.5});
  expect_near(betweenness(build(complete(7)).g, {.endpoints = true}).vertices, std::vector<double>(7, 2 / 7.0));
}

// Cases that NetworkX leaves unnormalized because the divisor would be zero, and cases unknown to it.
TEST(known_betweenness, of_graphs_that_are_too_small) {
  EXPECT_TRUE(betweenness(build(test::edges_of(0, {}, false)).g).vertices.empty());
  expect_near(betweenness(build(path(1)).g, {.endpoints = true}).vertices, {0});
  expect_near(betweenness(build(path(2)).g).vertices, {0, 0});
  expect_near(betweenness(build(path(2)).g, {.endpoints = true}).vertices, {1, 1});
  const std::vector<vertex_id> one{1};
  const array<double> alone = betweenness(build(path(4)).g, {.sources = one}).vertices;
  EXPECT_TRUE(std::isnan(alone[1]));
  EXPECT_DOUBLE_EQ(alone[2], 0.5);
}

}  // namespace
}  // namespace fathom
