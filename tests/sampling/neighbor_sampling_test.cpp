// Neighbor sampling over the zoo: valid, the same for any number of threads, and uniform.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/sampling.hpp"
#include "sampling/chi_square.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

execution with_threads(int threads) {
  execution exec;
  exec.control.threads = threads;
  return exec;
}

class neighborhoods_of : public testing::TestWithParam<specimen> {};

TEST_P(neighborhoods_of, are_valid_and_do_not_depend_on_threads) {
  build_options keep;
  keep.parallel = parallel_edges::keep;
  const graph g = build(GetParam().edges(), keep).g;
  std::vector<vertex_id> sources;
  for (vertex_id v = g.num_vertices(); v > 0; v -= std::min(v, 1 + g.num_vertices() / 200)) sources.push_back(v - 1);
  for (const std::vector<std::int64_t>& fanouts : {std::vector<std::int64_t>{3, -1, 2}, {1, 1}, {40}, {-1}}) {
    for (const bool replace : {false, true}) {
      const neighbor_sampling_options options{.replace = replace};
      const sampled_neighbors_result found = sample_neighbors(g, sources, fanouts, options, with_threads(3));
      const neighbor_sampling_validation checked = validate_sampled_neighbors(g, sources, fanouts, found, options);
      EXPECT_TRUE(checked.valid) << checked.message;
      const sampled_neighbors_result again = sample_neighbors(g, sources, fanouts, options, with_threads(1));
      EXPECT_EQ(found.nodes, again.nodes);
      EXPECT_EQ(found.edges, again.edges);
      EXPECT_EQ(found.columns, again.columns);
      EXPECT_EQ(found.report.edges, found.edges.size());
      EXPECT_EQ(found.report.nodes, found.nodes.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, neighborhoods_of, testing::ValuesIn(zoo()), specimen_name());

TEST(neighbor_sampling, takes_whole_rows_hop_by_hop) {
  const graph g = build(edges_of(6, {{0, 1}, {0, 3}, {1, 0}, {1, 4}, {3, 5}}, true)).g;
  const vertex_id source = 0;
  const std::vector<std::int64_t> fanouts{-1, 9};
  const sampled_neighbors_result found = sample_neighbors(g, {&source, 1}, fanouts);
  EXPECT_EQ(found.nodes, (std::vector<vertex_id>{0, 1, 3, 4, 5}));
  EXPECT_EQ(found.rows, (std::vector<vertex_id>{0, 0, 1, 1, 2}));
  EXPECT_EQ(found.columns, (std::vector<vertex_id>{1, 2, 0, 3, 4}));
  EXPECT_EQ(found.edges, (std::vector<edge_offset>{0, 1, 2, 3, 4}));
  EXPECT_EQ(found.nodes_per_hop, (std::vector<std::uint64_t>{1, 2, 2}));
  EXPECT_EQ(found.edges_per_hop, (std::vector<std::uint64_t>{2, 3}));
}

// Each of the 20 sets of 3 edges of a vertex with 6, and each of the 6^3 draws with replacement, sorted.
TEST(neighbor_sampling, is_uniform) {
  const graph g = build(star(7)).g;
  const vertex_id center = 0;
  const std::int64_t fanout = 3;
  for (const bool replace : {false, true}) {
    std::map<std::vector<edge_offset>, double> probabilities;
    for (edge_offset i = 0; i < 216; ++i) {
      std::vector<edge_offset> drawn{i % 6, i / 6 % 6, i / 36};
      std::sort(drawn.begin(), drawn.end());
      if (replace || std::adjacent_find(drawn.begin(), drawn.end()) == drawn.end())
        probabilities[drawn] += replace ? 1. / 216 : 1. / 120;
    }
    EXPECT_EQ(probabilities.size(), replace ? 56u : 20u);
    std::map<std::vector<edge_offset>, std::uint64_t> counts;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed)
      ++counts[sample_neighbors(g, {&center, 1}, {&fanout, 1}, {.replace = replace, .seed = seed}).edges];
    std::vector<double> expected;
    std::vector<std::uint64_t> seen;
    for (const auto& [drawn, probability] : probabilities) {
      expected.push_back(probability);
      seen.push_back(counts[drawn]);
    }
    EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), std::uint64_t{0}), 20'000u);
    chi_square fit;
    fit.add(seen, expected);
    EXPECT_LT(std::abs(fit.deviation()), 4) << replace;
  }
}

// Positions of a large row, whose marks have many words.
TEST(neighbor_sampling, is_uniform_in_large_rows) {
  const graph g = build(star(1001)).g;
  const vertex_id center = 0;
  const std::int64_t fanout = 700;
  std::vector<std::uint64_t> counts(1000);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (const edge_offset e : sample_neighbors(g, {&center, 1}, {&fanout, 1}, {.seed = seed}).edges) ++counts[e];
  }
  // Of 300 samples each edge is in 210 on average, with a standard deviation of 7.9.
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  EXPECT_GT(*least, 210u - 5 * 8);
  EXPECT_LT(*most, 210u + 5 * 8);
  EXPECT_LT(*least, *most);
}

TEST(neighbor_sampling, explains_mistakes) {
  const graph g = build(path(9)).g;
  const auto call = [&](std::vector<vertex_id> sources, std::vector<std::int64_t> fanouts, const execution& exec = {}) {
    return [&g, sources, fanouts, exec] { static_cast<void>(sample_neighbors(g, sources, fanouts, {}, exec)); };
  };
  expect_error(error_category::usage, "there are no fanouts", call({0}, {}));
  expect_error(error_category::usage, "the fanout of hop 2 is 0; use a positive number, or -1 for all neighbors",
               call({0}, {2, 0}));
  expect_error(error_category::usage, "the fanout of hop 1 is -2", call({0}, {-2}));
  expect_error(error_category::usage, "source 9 is outside the graph of 9 vertices (0 to 8)", call({9}, {2}));
  expect_error(error_category::usage, "source '3' occurs twice", call({3, 5, 3}, {2}));
  execution exec;
  exec.where = {device_kind::cuda, 0};
  exec.devices = {exec.where, exec.where}, exec.where = {};
  expect_error(error_category::usage, "sampled neighborhoods run on one device of one process", call({0}, {2}, exec));
  expect_error(error_category::usage, "keep_on_device requires a CUDA device",
               [&] { static_cast<void>(sample_neighbors(g, {}, std::vector<std::int64_t>{2}, {.keep_on_device = true})); });
}

}  // namespace
}  // namespace fathom::test
