// Precision and memory of the scores, and layouts in the memory of a device.
#include <cstring>

#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "ranking.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

bool on_cuda() { return tested_device().kind == device_kind::cuda; }

void expect_single(const array<float>& single, const array<double>& ranks) {
  ASSERT_EQ(single.size(), ranks.size());
  for (std::size_t v = 0; v < ranks.size(); ++v) EXPECT_EQ(single[v], static_cast<float>(ranks[v]));
}

TEST(pagerank_results, are_right_with_huge_and_tiny_weights) {
  const graph g = with_extreme_weights();
  expect_ranks(ranks_of(g, {.tolerance = 1e-13, .max_iterations = 1000}), ranks_by_hand(g, {.weighted = false}), 1e-11);
}

TEST(pagerank_results, are_in_single_precision_on_request) {
  const graph g = build(kron(10)).g;
  const pagerank_result ranks = ranks_of(g), single = ranks_of(g, {.single_result = true});
  EXPECT_TRUE(ranks.single_scores.empty());
  EXPECT_TRUE(single.scores.empty());
  expect_single(single.single_scores, ranks.scores);
}

TEST(pagerank_results, stay_on_the_device_on_request) {
  const graph g = build(kron(10)).g, lone = build(edges_of(5, {}, false)).g;
  if (!on_cuda()) {
    expect_error(error_category::usage, "keep_on_device requires a CUDA device",
                 [&] { static_cast<void>(pagerank(g, {.keep_on_device = true})); });
    return;
  }
  for (const graph* each : {&g, &lone}) {
    const pagerank_result ranks = ranks_of(*each), kept = ranks_of(*each, {.keep_on_device = true}),
                          single = ranks_of(*each, {.single_result = true, .keep_on_device = true});
    EXPECT_EQ(kept.scores.where(), tested_device());
    EXPECT_EQ(single.single_scores.where(), tested_device());
    EXPECT_EQ(std::memcmp(to_host(kept.scores).data(), ranks.scores.data(), ranks.scores.bytes()), 0);
    expect_single(to_host(single.single_scores), ranks.scores);
  }
}

TEST(pagerank_results, of_a_layout_on_the_device_are_those_of_the_graph) {
  const graph undirected = build(kron(10)).g, directed = build(as_directed(kron(10))).g,
              no_in_edges = build(as_directed(kron(10)), {.in = in_edges::none, .where = {}, .control = {}}).g;
  for (const graph* g : {&undirected, &directed, &no_in_edges}) {
    const std::vector<double> expected = ranks_by_hand(*g);
    for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
      const layout l = prepare(*g, {.order = order, .where = tested_device(), .control = {}, .searches = search_kind::pagerank});
      for (int call = 0; call < 2; ++call) {
        const pagerank_result found = pagerank(*g, l, {.tolerance = 1e-12, .max_iterations = 1000, .where = tested_device()});
        EXPECT_TRUE(found.report.converged);
        expect_ranks(found, expected, 1e-11);
      }
    }
  }
}

TEST(pagerank_results, report_the_prepared_order) {
  const graph g = build(kron(10)).g;
  const layout l = prepare(g, {.order = vertex_order::degree, .where = tested_device(), .control = {}});
  EXPECT_EQ(pagerank(g, l, {.where = tested_device()}).report.order, "degree order: requested");
}

TEST(pagerank_results, of_a_layout_elsewhere_are_refused) {
  if (!on_cuda()) return;
  const graph g = build(kron(10)).g;
  const layout l = prepare(g, {.where = tested_device(), .control = {}});
  expect_error(error_category::usage, "cannot be read by the cpu", [&] { static_cast<void>(pagerank(g, l)); });
}

}  // namespace
}  // namespace fathom::test
