// Walks and samples of a CUDA device against those of the CPU, which they equal bit by bit, over the zoo and graphs with long rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/sampling.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

using vertices = std::vector<vertex_id>;

template <class T>
std::vector<T> listed(const array<T>& values) {
  const array<T> copy = to_host(values);
  return {copy.begin(), copy.end()};
}

vertices every_third(const graph& g) {
  vertices sources;
  for (vertex_id v = 0; v < g.num_vertices(); v += 1 + g.num_vertices() / 300) sources.push_back(g.num_vertices() - 1 - v);
  return sources;
}

graph with_wide_weights(edge_list edges) {
  edges.wide_weights = array<double>(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) edges.wide_weights[e] = 1.0 / static_cast<double>(1 + e % 7);
  return build(std::move(edges)).g;
}

void expect_same_walks(const graph& g, const random_walk_options& options) {
  const vertices sources = every_third(g);
  const random_walk_result right = random_walks(g, sources, options);
  random_walk_options kept = options;
  kept.keep_on_device = true;
  for (const bool keep : {false, true}) {
    const random_walk_result found = random_walks(g, sources, keep ? kept : options, {.where = tested_device()});
    EXPECT_EQ(found.vertices.where().kind, keep && found.walks > 0 ? device_kind::cuda : device_kind::cpu);
    EXPECT_EQ(listed(found.vertices), listed(right.vertices)) << options.p << " " << options.q << " " << options.weighted;
    EXPECT_EQ(found.report.steps, right.report.steps);
    EXPECT_EQ(found.report.ended_early, right.report.ended_early);
    EXPECT_EQ(found.report.proposals, right.report.proposals);
    EXPECT_EQ(found.report.rows_scanned, right.report.rows_scanned);
    EXPECT_EQ(found.report.where, tested_device());
    EXPECT_TRUE(validate_random_walks(g, sources, found, options).valid);
  }
}

void expect_same_samples(const graph& g, const std::vector<std::int64_t>& fanouts, bool replace) {
  const vertices sources = every_third(g);
  const sampled_neighbors_result right = sample_neighbors(g, sources, fanouts, {.replace = replace});
  const sampled_neighbors_result found = sample_neighbors(g, sources, fanouts, {.replace = replace}, {.where = tested_device()});
  EXPECT_EQ(found.nodes, right.nodes);
  EXPECT_EQ(found.rows, right.rows);
  EXPECT_EQ(found.columns, right.columns);
  EXPECT_EQ(found.edges, right.edges);
  EXPECT_EQ(found.nodes_per_hop, right.nodes_per_hop);
  EXPECT_EQ(found.edges_per_hop, right.edges_per_hop);
  EXPECT_EQ(found.report.where, tested_device());
  const sampled_neighbors_result kept =
      sample_neighbors(g, sources, fanouts, {.replace = replace, .keep_on_device = true}, {.where = tested_device()});
  EXPECT_TRUE(kept.nodes.empty());
  EXPECT_EQ(listed(kept.on_device.nodes), right.nodes);
  EXPECT_EQ(listed(kept.on_device.rows), right.rows);
  EXPECT_EQ(listed(kept.on_device.columns), right.columns);
  EXPECT_EQ(listed(kept.on_device.edges), right.edges);
  EXPECT_EQ(kept.report.edges, right.report.edges);
}

class sampling_on_cuda : public testing::TestWithParam<specimen> {};

TEST_P(sampling_on_cuda, makes_the_walks_of_the_cpu) {
  const graph plain = build(GetParam().edges()).g, weighted = with_random_weights(plain, 1, 9);
  for (const auto& [p, q] : {std::pair{1.0, 1.0}, {0.5, 2.0}, {3.0, 0.1}}) {
    const random_walk_options options{.length = 60, .walks_per_source = 3, .p = p, .q = q};
    expect_same_walks(plain, options);
    random_walk_options by_weight = options;
    by_weight.weighted = true;
    expect_same_walks(weighted, by_weight);
  }
}

TEST_P(sampling_on_cuda, makes_the_samples_of_the_cpu) {
  build_options keep;
  keep.parallel = parallel_edges::keep;
  const graph g = build(GetParam().edges(), keep).g;
  for (const bool replace : {false, true}) {
    expect_same_samples(g, {3, -1, 2}, replace);
    expect_same_samples(g, {40}, replace);
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, sampling_on_cuda, testing::ValuesIn(zoo()), specimen_name());

TEST(sampling_on_cuda, handles_long_rows_and_hard_biases) {
  const graph g = build(kron(11, 16)).g, lines = build(star(3000)).g, wide = with_wide_weights(kron(11, 16));
  for (const auto& [p, q] : {std::pair{1e-3, 1.0}, {1e3, 1.0}, {1.0, 1e4}, {1e4, 1e-4}}) {
    expect_same_walks(g, {.length = 100, .walks_per_source = 5, .p = p, .q = q});
    expect_same_walks(lines, {.length = 10, .p = p, .q = q});
    expect_same_walks(wide, {.length = 50, .p = p, .q = q, .weighted = true});
  }
  expect_same_walks(wide, {.length = 50, .weighted = true});
  for (const bool replace : {false, true}) {
    expect_same_samples(g, {15, 10, 5}, replace);
    expect_same_samples(lines, {1, 700, -1}, replace);
  }
}

TEST(sampling_on_cuda, reads_rows_that_are_on_the_device) {
  const graph g = with_rows_on(build(kron(9, 8)).g, tested_device());
  expect_same_walks(g, {.length = 20, .q = 2});
  expect_same_samples(g, {4, 4}, false);
}

TEST(sampling_on_cuda, explains_mistakes) {
  const graph g = build(path(9)).g;
  const vertices sources{3, 5, 3};
  const std::vector<std::int64_t> fanouts{2};
  expect_error(error_category::usage, "source '3' occurs twice; list each source once",
               [&] { static_cast<void>(sample_neighbors(g, sources, fanouts, {}, {.where = tested_device()})); });
}

}  // namespace
}  // namespace fathom::test
