// from_csr(): valid rows are used unchanged, rows that differ from the options are rebuilt, invalid rows are rejected.
#include <gtest/gtest.h>

#include <cmath>

#include "comparing.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "zoo/zoo.hpp"

namespace fathom {
namespace {

using test::as_vector;

template <class T>
array<T> array_of(const std::vector<T>& values) {
  array<T> a(values.size());
  std::copy(values.begin(), values.end(), a.begin());
  return a;
}

graph_arrays rows_of(const std::vector<edge_offset>& offsets, const std::vector<vertex_id>& targets,
                     const std::vector<edge_weight>& weights = {}) {
  graph_arrays rows;
  rows.offsets = array_of(offsets);
  rows.targets = array_of(targets);
  rows.weights = array_of(weights);
  return rows;
}

graph_arrays rows_of(const graph& g) {
  return rows_of(as_vector(g.arrays().offsets), as_vector(g.arrays().targets), as_vector(g.arrays().weights));
}

class from_csr_over_zoo : public testing::TestWithParam<test::specimen> {};

TEST_P(from_csr_over_zoo, gives_the_graph_back) {
  for (const bool weighted : {false, true}) {
    const graph g = build(weighted ? test::with_weights(GetParam().edges()) : GetParam().edges()).g;
    for (const int threads : {1, 3}) {
      build_options options;
      options.control.threads = threads;
      const build_result again = from_csr(rows_of(g), g.directed(), options);
      EXPECT_EQ(as_vector(again.g.arrays().offsets), as_vector(g.arrays().offsets));
      EXPECT_EQ(as_vector(again.g.arrays().targets), as_vector(g.arrays().targets));
      EXPECT_EQ(as_vector(again.g.arrays().weights), as_vector(g.arrays().weights));
      EXPECT_EQ(as_vector(again.g.arrays().in_targets), as_vector(g.arrays().in_targets));
      EXPECT_EQ(again.g.directed(), g.directed());
      test::expect_properties(again.g.properties(), g.properties());
      EXPECT_EQ(again.what.edges_read, g.num_edges());
      EXPECT_EQ(again.what.edges_stored, g.num_edges());
      EXPECT_EQ(again.what.isolated, g.properties().isolated);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(zoo, from_csr_over_zoo, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(from_csr, sorts_and_cleans_rows_on_request) {
  const build_result built = from_csr(rows_of({0, 4, 5, 5}, {2, 1, 1, 0, 0}), true);
  EXPECT_EQ(as_vector(built.g.arrays().offsets), (std::vector<edge_offset>{0, 2, 3, 3}));
  EXPECT_EQ(as_vector(built.g.arrays().targets), (std::vector<vertex_id>{1, 2, 0}));
  EXPECT_EQ(built.what.edges_read, 5u);
  EXPECT_EQ(built.what.self_loops_removed, 1u);
  EXPECT_EQ(built.what.duplicates_removed, 1u);
  EXPECT_EQ(built.what.edges_stored, 3u);
  build_options keep;
  keep.loops = self_loops::keep;
  keep.parallel = parallel_edges::keep;
  const build_result kept = from_csr(rows_of({0, 4, 5, 5}, {2, 1, 1, 0, 0}), true, keep);
  EXPECT_EQ(as_vector(kept.g.arrays().targets), (std::vector<vertex_id>{0, 1, 1, 2, 0}));
  test::expect_properties(kept.g.properties(), test::properties_by_hand(kept.g.view().out, 3, true));
}

TEST(from_csr, symmetrizes_on_request) {
  build_options options;
  options.symmetrize = true;
  const build_result built = from_csr(rows_of({0, 2, 2, 2}, {1, 2}), true, options);
  EXPECT_FALSE(built.g.directed());
  EXPECT_EQ(as_vector(built.g.arrays().targets), (std::vector<vertex_id>{1, 2, 0, 0}));
  EXPECT_EQ(built.what.reverse_edges_added, 2u);
}

TEST(from_csr, undirected_rows_stay_undirected_when_they_are_cleaned) {
  // Rows 0: {0, 1, 1}, 1: {0, 0}: a self-loop and a double edge.
  const build_result built = from_csr(rows_of({0, 3, 5}, {0, 1, 1, 0, 0}), false);
  EXPECT_FALSE(built.g.directed());
  EXPECT_EQ(as_vector(built.g.arrays().targets), (std::vector<vertex_id>{1, 0}));
}

TEST(from_csr, drops_weights_on_request) {
  build_options options;
  options.keep_weights = false;
  EXPECT_FALSE(from_csr(rows_of({0, 1, 1}, {1}, {0.5f}), true, options).g.weighted());
}

TEST(from_csr, no_vertices) {
  EXPECT_EQ(from_csr(rows_of({0}, {}), false).g.num_vertices(), 0u);
  EXPECT_EQ(from_csr(rows_of({0}, {}), true).g.num_edges(), 0u);
}

void expect_refused(graph_arrays rows, bool directed, const std::vector<std::string>& said) {
  const std::string message = test::expect_error(error_category::input, [&] { (void)from_csr(std::move(rows), directed); });
  for (const std::string& part : said) EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(from_csr, refuses_offsets_that_cannot_be) {
  expect_refused(rows_of({}, {}), true, {"offset"});
  expect_refused(rows_of({1, 2}, {0, 0}), true, {"first offset is 1"});
  expect_refused(rows_of({0, 1}, {0, 0}), true, {"last offset is 1", "2 targets"});
  expect_refused(rows_of({0, 3}, {0, 0}), true, {"last offset is 3", "2 targets"});
  expect_refused(rows_of({0, 2, 1, 2}, {0, 0}), true, {"row 1", "2 and 1"});
  expect_refused(rows_of({0, 9, 1, 2}, {0, 0}), true, {"row 0", "0 and 9"});
  expect_refused(rows_of({0, ~edge_offset{0}, 2}, {0, 0}), true, {"row 0"});
}

TEST(from_csr, refuses_targets_and_weights_that_cannot_be) {
  expect_refused(rows_of({0, 1, 2}, {0, 2}), true, {"row 1", "target 2", "2 vertices"});
  expect_refused(rows_of({0, 1, 2}, {no_vertex, 0}), true, {"row 0", "target 4294967295"});
  expect_refused(rows_of({0, 1, 2}, {0, 1}, {1.0f}), true, {"1 weights for 2 targets"});
  expect_refused(rows_of({0, 1, 2}, {0, 1}, {1.0f, std::nanf("")}), true, {"row 1", "nan"});
  expect_refused(rows_of({0, 1, 2}, {0, 1}, {INFINITY, 1.0f}), true, {"row 0", "inf"});
}

TEST(from_csr, refuses_undirected_rows_that_are_not) {
  expect_refused(rows_of({0, 1, 1}, {1}), false, {"undirected"});
  expect_refused(rows_of({0, 2, 3, 3}, {2, 1, 0}), false, {"undirected"});  // unsorted, 0 -> 2 only
  expect_refused(rows_of({0, 1, 2}, {1, 0}, {1.0f, 2.0f}), false, {"undirected", "different weights"});
  expect_refused(rows_of({0, 2, 3, 4}, {2, 1, 0, 0}, {1.0f, 2.0f, 3.0f, 1.0f}), false,
                 {"undirected", "different weights"});  // unsorted
  expect_refused(rows_of({0, 2, 3}, {1, 1, 0}), false, {"undirected"});
}

TEST(from_csr, compares_weights_of_both_directions) {
  for (const in_edges in : {in_edges::automatic, in_edges::none}) {
    const auto directed = [&](graph_arrays rows) {
      build_options options;
      options.parallel = parallel_edges::keep, options.loops = self_loops::keep;
      options.in = in;
      return from_csr(std::move(rows), true, options).g.directed();
    };
    EXPECT_FALSE(directed(rows_of({0, 1, 2}, {1, 0}, {2.0f, 2.0f})));
    EXPECT_TRUE(directed(rows_of({0, 1, 2}, {1, 0}, {1.0f, 2.0f})));
    EXPECT_FALSE(directed(rows_of({0, 2, 4}, {1, 1, 0, 0}, {1.0f, 2.0f, 2.0f, 1.0f})));  // parallel edges have no order
    EXPECT_TRUE(directed(rows_of({0, 2, 4}, {1, 1, 0, 0}, {1.0f, 2.0f, 2.0f, 2.0f})));
    EXPECT_TRUE(directed(rows_of({0, 2, 3}, {1, 1, 0})));
    EXPECT_FALSE(directed(rows_of({0, 3, 5}, {1, 0, 1, 0, 0})));
  }
}

}  // namespace
}  // namespace fathom
