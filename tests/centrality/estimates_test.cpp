// Estimates from sampled sources: the formula of the header applied to reference distances, and the error bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "fathom/closeness.hpp"
#include "on_tested_device.hpp"
#include "reference/centrality_by_hand.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

std::vector<graph> graphs() {
  std::vector<graph> all;
  all.push_back(build(kron(8)).g);
  all.push_back(build(test::as_directed(kron(8, 4))).g);
  all.push_back(build(test::two_components()).g);
  all.push_back(build(test::random_dag(150, 500)).g);
  return all;
}

TEST(estimates, follow_their_formula) {
  for (const graph& g : graphs()) {
    const test::distance_rows truth = test::all_distances(g);
    const centrality_result near = test::closeness(g, {.samples = 20}), mean = test::harmonic(g, {.samples = 20});
    ASSERT_EQ(near.samples.size(), 20u);
    ASSERT_EQ(near.samples, mean.samples);
    ASSERT_EQ(std::set<vertex_id>(near.samples.begin(), near.samples.end()).size(), 20u);
    const double others = g.num_vertices() - 1.0;
    for (vertex_id v = 0; v < g.num_vertices(); ++v) {
      double used = 0, reached = 0, sum = 0, reciprocals = 0;
      for (const vertex_id s : near.samples) {
        if (s == v) continue;
        used += 1;
        if (truth[s][v] == unreachable) continue;
        reached += 1, sum += truth[s][v], reciprocals += 1.0 / truth[s][v];
      }
      const double estimate = sum == 0 ? 0 : (reached / sum) * (reached / used);
      ASSERT_NEAR(near.values[v], estimate, 1e-12) << v;
      ASSERT_NEAR(mean.values[v], others * reciprocals / used, 1e-6) << v;
    }
  }
}

TEST(estimates, from_all_vertices_are_exact) {
  for (const graph& g : graphs()) {
    for (const std::size_t samples : {std::size_t{g.num_vertices()}, std::size_t{g.num_vertices()} * 3}) {
      const centrality_result near = test::closeness(g, {.samples = samples}), mean = test::harmonic(g, {.samples = samples});
      EXPECT_EQ(near.report.searches, g.num_vertices());
      const std::vector<double> exact_near = test::closeness(g).values, exact_mean = test::harmonic(g).values;
      for (vertex_id v = 0; v < g.num_vertices(); ++v) {
        ASSERT_NEAR(near.values[v], exact_near[v], 1e-12) << v;
        ASSERT_NEAR(mean.values[v], exact_mean[v], 1e-6) << v;
      }
    }
  }
}

TEST(estimates, lie_within_the_stated_error) {
  const graph g = build(kron(11)).g;
  const vertex_id n = g.num_vertices();
  const test::distance_rows truth = test::all_distances(g);
  hop_count largest = 0;
  for (vertex_id v = 0; v < n; ++v) largest = std::max(largest, test::eccentricity_by_hand(truth, v));
  constexpr std::size_t samples = 400;
  const double error = sampling_error(samples, n);
  EXPECT_LT(error, 0.15);  // otherwise the test is meaningless
  const centrality_result mean = test::harmonic(g, {.samples = samples, .normalized = true});
  const centrality_result near = test::closeness(g, {.samples = samples, .improved = false});
  for (vertex_id v = 0; v < n; ++v) {
    ASSERT_NEAR(mean.values[v], test::harmonic_by_hand(truth, v) / (n - 1.0), error) << v;
    // The fraction of vertices with a path, divided by closeness, is the mean distance; both factors are estimated.
    const double exact = test::closeness_by_hand(truth, v, false);
    if (exact == 0) {
      ASSERT_EQ(near.values[v], 0) << v;
      continue;
    }
    const double share = static_cast<double>(test::component_by_hand(truth, v).size() - 1) / (n - 1.0);
    ASSERT_GE(near.values[v], (share - error) / (share / exact + error * largest)) << v;
    ASSERT_LE(near.values[v], (share + error) / (share / exact - error * largest)) << v;
  }
}

TEST(estimates, have_an_error_that_shrinks_with_the_samples) {
  EXPECT_EQ(sampling_error(10, 10), 0);
  EXPECT_EQ(sampling_error(1, 10), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(sampling_error(401, 1000, 0.01), std::sqrt(std::log(200'000.0) / 800), 1e-12);
  EXPECT_LT(sampling_error(1000, 100'000), sampling_error(999, 100'000));
}

TEST(estimates, are_the_same_for_the_same_seed_and_for_some_vertices) {
  const graph g = build(kron(9)).g;
  const vertex_id some[] = {5, 0, 5};
  const std::vector<double> all = test::closeness(g, {.samples = 30, .seed = 7}).values;
  EXPECT_EQ(test::closeness(g, {.vertices = some, .samples = 30, .seed = 7}).values, (std::vector<double>{all[5], all[0], all[5]}));
  EXPECT_NE(test::closeness(g, {.samples = 30, .seed = 8}).values, all);
  // A single sample gives no information about itself.
  const centrality_result one = test::harmonic(g, {.samples = 1});
  EXPECT_EQ(one.values[one.samples.front()], 0);
}

}  // namespace
}  // namespace fathom
