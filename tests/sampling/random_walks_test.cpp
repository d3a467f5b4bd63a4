// Random walks over the zoo: valid, the same for any number of threads, and made of the documented random numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "fathom/generate.hpp"
#include "fathom/sampling.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

std::vector<vertex_id> some_sources(const graph& g) {
  std::vector<vertex_id> sources;
  for (vertex_id v = 0; v < g.num_vertices(); v += 1 + g.num_vertices() / 300) sources.push_back(v);
  return sources;
}

execution on_threads(int threads) {
  execution exec;
  exec.control.threads = threads;
  return exec;
}

bool same(const array<vertex_id>& a, const array<vertex_id>& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

class walks_of : public testing::TestWithParam<specimen> {};

TEST_P(walks_of, are_valid_and_do_not_depend_on_threads) {
  const graph plain = build(GetParam().edges()).g, weighted = with_random_weights(plain, 1, 9);
  const std::vector<vertex_id> sources = some_sources(plain);
  for (const auto& [p, q] : {std::pair{1.0, 1.0}, {0.5, 2.0}, {3.0, 0.1}}) {
    for (const bool by_weight : {false, true}) {
      const graph& g = by_weight ? weighted : plain;
      const random_walk_options options{.length = 130, .walks_per_source = 3, .p = p, .q = q, .weighted = by_weight};
      const random_walk_result found = random_walks(g, sources, options, on_threads(3));
      const random_walk_validation checked = validate_random_walks(g, sources, found, options);
      EXPECT_TRUE(checked.valid) << checked.message;
      EXPECT_TRUE(same(found.vertices, random_walks(g, sources, options, on_threads(1)).vertices));
      const auto left = static_cast<std::uint64_t>(std::count(found.vertices.begin(), found.vertices.end(), no_vertex));
      EXPECT_EQ(found.report.steps + left, found.walks * options.length);
      EXPECT_GE(found.report.proposals + found.report.rows_scanned, found.report.steps);
      std::uint64_t ended = 0;
      for (std::uint64_t i = 0; i < found.walks; ++i) ended += found.walk(i).back() == no_vertex ? 1 : 0;
      EXPECT_EQ(found.report.ended_early, ended);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, walks_of, testing::ValuesIn(zoo()), specimen_name());

// The definition that an engine for another device must follow.
TEST(random_walks, follow_the_documented_random_numbers) {
  const graph g = build(kron(9, 8)).g;
  const std::vector<vertex_id> sources = some_sources(g);
  const random_walk_options options{.length = 20, .walks_per_source = 2, .seed = 5};
  const random_walk_result found = random_walks(g, sources, options);
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    vertex_id v = sources[i / 2];
    for (std::uint64_t step = 1; step <= 20; ++step) {
      const edge_offset degree = g.view().out.degree(v);
      if (degree > 0) v = g.view().out.begin(v)[bounded(random_bits(random_bits(5, i), step << 32), degree)];
      EXPECT_EQ(found.walk(i)[step], degree > 0 ? v : no_vertex);
      if (degree == 0) break;
    }
  }
}

TEST(random_walks, depend_on_seed_and_entry) {
  const graph g = build(complete(40)).g;
  const std::vector<vertex_id> twice{7, 7};
  const random_walk_result one = random_walks(g, twice, {.length = 30}), other = random_walks(g, twice, {.length = 30, .seed = 1});
  EXPECT_FALSE(same(one.vertices, other.vertices));
  EXPECT_FALSE(std::equal(one.walk(0).begin(), one.walk(0).end(), one.walk(1).begin()));
}

TEST(random_walks, end_where_no_edge_can_be_followed) {
  edge_list edges = edges_of(4, {{0, 1}, {1, 2}, {2, 3}}, true);
  edges.weights = array<edge_weight>(3);
  edges.weights[0] = 2, edges.weights[1] = 1, edges.weights[2] = 0;
  const graph g = build(std::move(edges)).g;
  const vertex_id source = 0;
  const random_walk_result uniform = random_walks(g, {&source, 1}, {.length = 5});
  EXPECT_EQ(std::vector(uniform.vertices.begin(), uniform.vertices.end()),
            (std::vector<vertex_id>{0, 1, 2, 3, no_vertex, no_vertex}));
  for (const double p : {0.1, 1.0}) {
    const random_walk_result weighted = random_walks(g, {&source, 1}, {.length = 4, .p = p, .weighted = true});
    EXPECT_EQ(std::vector(weighted.vertices.begin(), weighted.vertices.end()),
              (std::vector<vertex_id>{0, 1, 2, no_vertex, no_vertex}));
    EXPECT_EQ(weighted.report.ended_early, 1u);
    EXPECT_EQ(weighted.report.steps, 2u);
  }
  EXPECT_EQ(random_walks(g, {}).vertices.size(), 0u);
}

TEST(random_walks, explain_mistakes) {
  const graph g = build(path(9)).g;
  const auto call = [&](vertex_id source, const random_walk_options& options, const execution& exec = {}) {
    return [&g, source, options, exec] { static_cast<void>(random_walks(g, {&source, 1}, options, exec)); };
  };
  expect_error(error_category::usage, "source 9 is outside the graph of 9 vertices (0 to 8)", call(9, {}));
  expect_error(error_category::usage, "use at least 1 edge", call(0, {.length = 0}));
  expect_error(error_category::usage, "use at least 1", call(0, {.walks_per_source = 0}));
  for (const double wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    expect_error(error_category::usage, "use a positive number", call(0, {.p = wrong}));
    expect_error(error_category::usage, "use a positive number", call(0, {.q = wrong}));
  }
  execution exec;
  exec.where = {device_kind::cuda, 0};
  exec.devices = {exec.where, exec.where}, exec.where = {};
  expect_error(error_category::usage, "random walks run on one device of one process", call(0, {}, exec));
  expect_error(error_category::usage, "keep_on_device requires a CUDA device", call(0, {.keep_on_device = true}));
  constexpr std::uint32_t huge = 0xFFFFFFFF;
  expect_error(error_category::memory, "storing 4294967295 walks", call(0, {.length = huge, .walks_per_source = huge}));
  for (const float wrong : {-1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    graph_arrays arrays;
    arrays.offsets = array<edge_offset>(3);
    arrays.offsets[0] = 0, arrays.offsets[1] = arrays.offsets[2] = 1;
    arrays.targets = array<vertex_id>(1);
    arrays.targets[0] = 1;
    arrays.weights = array<edge_weight>(1);
    arrays.weights[0] = wrong;
    const graph bad(std::move(arrays));
    const vertex_id source = 0;
    expect_error(error_category::input, "'0' -> '1'", [&] {
      static_cast<void>(random_walks(bad, {&source, 1}, {.weighted = true}));
    });
  }
}

TEST(random_walks, stop_on_request) {
  const graph g = build(complete(20)).g;
  const vertex_id source = 0;
  execution exec = on_threads(2);
  exec.control = stopped_on_progress();
  expect_error(error_category::cancelled, "", [&] {
    static_cast<void>(random_walks(g, {&source, 1}, {.length = 1'000'000, .p = 2}, exec));
  });
}

}  // namespace
}  // namespace fathom::test
