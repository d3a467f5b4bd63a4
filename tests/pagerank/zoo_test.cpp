// pagerank() against the definition, on all test graphs.
#include <cstring>

#include "ranking.hpp"
#include "tested_device.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

const build_options everything{.parallel = parallel_edges::keep, .loops = self_loops::keep, .where = {}, .control = {}};
const build_options without_in_edges{
    .parallel = parallel_edges::keep, .loops = self_loops::keep, .in = in_edges::none, .where = {}, .control = {}};

std::vector<pagerank_method> methods() {
  if (tested_device().kind == device_kind::cuda) return {pagerank_method::power};
  return {pagerank_method::power, pagerank_method::gauss_seidel};
}

class ranks_in_the_zoo : public testing::TestWithParam<specimen> {
 protected:
  // Error bound of a tolerance of 1e-12, with a margin for rounding.
  static constexpr double promised = 1e-11;
  [[nodiscard]] static pagerank_options precise(pagerank_method method) {
    return {.tolerance = 1e-12, .max_iterations = 1000, .method = method, .where = tested_device()};
  }
};

TEST_P(ranks_in_the_zoo, are_those_of_the_definition) {
  const graph g = build(GetParam().edges(), everything).g;
  const std::vector<double> expected = ranks_by_hand(g);
  for (const pagerank_method method : methods()) {
    const pagerank_result found = ranks_of(g, precise(method));
    EXPECT_TRUE(found.report.converged);
    expect_ranks(found, expected, promised);
  }
  pagerank_options rough;
  rough.tolerance = 1e-4, rough.where = tested_device();
  const pagerank_result found = ranks_of(g, rough);
  EXPECT_TRUE(found.report.converged);
  expect_ranks(found, expected, 1e-4 * 0.85 / 0.15 + 4e-7);
}

TEST_P(ranks_in_the_zoo, are_the_same_in_any_layout) {
  const graph g = build(GetParam().edges(), everything).g;
  const vertex_id n = g.num_vertices();
  std::vector<double> p(n, 0.0), q(n, 0.0), start(n, 0.0);
  for (vertex_id v = 0; v < n; ++v) p[v] = 1.0 + v % 3, q[v] = v % 7 == 0, start[v] = 1.0 + v % 2;
  const std::vector<double> expected = ranks_by_hand(g, {.personalization = p, .dangling = q});
  const std::vector<double> few = ranks_by_hand(g, {.personalization = p, .dangling = q, .start = start, .iterations = 3});
  for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
    const layout prepared = prepare(g, {.order = order, .where = {}, .control = {}});
    for (const pagerank_method method : methods()) {
      pagerank_options options = precise(method);
      options.personalization = p, options.dangling = q;
      const pagerank_result found = pagerank(g, prepared, options);
      EXPECT_TRUE(found.report.converged);
      expect_ranks(found, expected, promised);
    }
    pagerank_options fixed{.tolerance = 0, .max_iterations = 3, .precision = pagerank_precision::full};
    fixed.where = tested_device();
    fixed.personalization = p, fixed.dangling = q, fixed.start = start;
    const pagerank_result found = pagerank(g, prepared, fixed);
    EXPECT_FALSE(found.report.converged);
    if (n > 0) {
      EXPECT_EQ(found.report.iterations, 3);
      expect_ranks(found, few, 1e-12);
      fixed.max_iterations = 0;
      expect_ranks(pagerank(g, prepared, fixed), ranks_by_hand(g, {.start = start, .iterations = 0}), 1e-13);
    }
  }
}

TEST_P(ranks_in_the_zoo, follow_weights) {
  const graph g = build(with_weights(GetParam().edges()), everything).g;
  const std::vector<double> expected = ranks_by_hand(g);
  const pagerank_result found = ranks_of(g, precise(pagerank_method::automatic));
  expect_ranks(found, expected, promised);
  expect_ranks(pagerank(g, prepare(g), precise(pagerank_method::automatic)), expected, promised);
  pagerank_options alike = precise(pagerank_method::automatic);
  alike.weighted = false;
  expect_ranks(ranks_of(g, alike), ranks_by_hand(g, {.weighted = false}), promised);
}

TEST_P(ranks_in_the_zoo, need_no_in_edges) {
  for (const bool weighted : {false, true}) {
    const auto edges = [&] { return weighted ? with_weights(GetParam().edges()) : GetParam().edges(); };
    const graph with = build(edges(), everything).g, without = build(edges(), without_in_edges).g;
    const pagerank_options there{.where = tested_device()};
    const pagerank_result a = ranks_of(with, there), b = ranks_of(without, there);
    ASSERT_EQ(a.scores.size(), b.scores.size());
    // The order by degree of a layout on a device depends on in-edges, and so does the order of the sums.
    const double rounding = tested_device().kind == device_kind::cpu ? 0 : 4e-7;
    for (std::size_t v = 0; v < a.scores.size(); ++v) ASSERT_NEAR(a.scores[v], b.scores[v], rounding) << v;
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, ranks_in_the_zoo, testing::ValuesIn(zoo()), specimen_name());

// Bitwise equal, with more than one part and group of parts.
TEST(ranks, are_the_same_on_any_number_of_threads) {
  const graph plain = build(kron(14)).g, weighted = build(with_weights(as_directed(kron(13)))).g;
  for (const graph& g : {plain, weighted}) {
    for (const pagerank_method method : methods()) {
      pagerank_options options{.tolerance = 1e-9, .method = method, .where = tested_device()};
      options.control.threads = 1;
      const pagerank_result one = ranks_of(g, options);
      for (const int threads : {2, 3, 7}) {
        options.control.threads = threads;
        const pagerank_result many = ranks_of(g, options);
        EXPECT_EQ(many.report.threads, threads);
        EXPECT_EQ(many.report.change, one.report.change);
        EXPECT_EQ(std::memcmp(many.scores.data(), one.scores.data(), one.scores.bytes()), 0);
      }
    }
  }
}

}  // namespace
}  // namespace fathom::test
