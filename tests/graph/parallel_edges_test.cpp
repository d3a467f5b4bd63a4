// Parallel edges under every policy, and weights that single precision cannot represent.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/random.hpp"
#include "comparing.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"
#include "reference/merged_by_hand.hpp"

namespace fathom::test {
namespace {

constexpr parallel_edges policies[] = {parallel_edges::min, parallel_edges::sum, parallel_edges::first, parallel_edges::keep};

std::vector<listed_edge> many_parallel_edges(const std::function<double(std::uint64_t)>& weight) {
  std::vector<listed_edge> edges;
  for (std::uint64_t i = 0; i < 900; ++i) {
    const std::uint64_t r = random_bits(11, i);
    edges.push_back({static_cast<vertex_id>(r % 19), static_cast<vertex_id>(r / 19 % 23), weight(random_bits(12, i))});
  }
  return edges;
}

edge_list list_of(const std::vector<listed_edge>& edges, bool directed, bool wide, vertex_id vertices = 23) {
  edge_list list;
  list.num_vertices = vertices, list.directed = directed;
  list.sources = array<vertex_id>(edges.size()), list.targets = array<vertex_id>(edges.size());
  if (wide) {
    list.wide_weights = array<double>(edges.size());
  } else {
    list.weights = array<edge_weight>(edges.size());
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    list.sources[i] = edges[i].source, list.targets[i] = edges[i].target;
    if (wide) {
      list.wide_weights[i] = edges[i].weight;
    } else {
      list.weights[i] = static_cast<edge_weight>(edges[i].weight);
    }
  }
  return list;
}

build_options with(parallel_edges policy, int threads = 0, bool symmetrize = false) {
  build_options options;
  options.parallel = policy, options.loops = self_loops::keep, options.symmetrize = symmetrize, options.control.threads = threads;
  return options;
}

double whole(std::uint64_t r) { return static_cast<double>(r % 100); }
double nanoseconds(std::uint64_t r) { return static_cast<double>(r % 1'000'000'000'000); }
double tiny(std::uint64_t r) { return std::ldexp(1.0 + static_cast<double>(r % 1000), -200); }
double mixed(std::uint64_t r) { return r % 3 == 0 ? 1e39 : r % 3 == 1 ? 1e-60 : 0.1 * static_cast<double>(r % 7); }

TEST(parallel_edges, are_merged_as_by_hand) {
  for (const auto& weight : {whole, nanoseconds, tiny, mixed}) {
    const std::vector<listed_edge> edges = many_parallel_edges(weight);
    for (const parallel_edges policy : policies) {
      for (const bool directed : {true, false}) {
        for (const bool symmetrize : {false, true}) {
          const weights_by_ends expected = merged_by_hand(edges, !directed || symmetrize, policy);
          for (const int threads : {1, 3}) {
            const build_result built = build(list_of(edges, directed, true), with(policy, threads, symmetrize));
            EXPECT_EQ(weights_of(built.g, built.g.view().out, false), expected) << to_string(policy);
            EXPECT_EQ(weights_of(built.g, built.g.view().in, true), expected) << to_string(policy);
            EXPECT_EQ(built.g.directed(), directed && !symmetrize);
            EXPECT_EQ(built.what.parallel, policy);
            EXPECT_EQ(built.what.edges_stored,
                      built.what.edges_read + built.what.reverse_edges_added - built.what.duplicates_removed);
          }
        }
      }
    }
  }
}

TEST(parallel_edges, are_merged_the_same_in_single_precision) {
  const std::vector<listed_edge> edges = many_parallel_edges(whole);
  for (const parallel_edges policy : policies) {
    const build_result built = build(list_of(edges, false, false), with(policy));
    EXPECT_EQ(weights_of(built.g, built.g.view().out, false), merged_by_hand(edges, true, policy));
    EXPECT_FALSE(built.g.has_wide_weights());
  }
}

TEST(parallel_edges, without_weights_become_one_or_stay) {
  for (const parallel_edges policy : policies) {
    edge_list list = list_of({{0, 1, 1}, {0, 1, 1}, {1, 0, 1}}, true, false, 2);
    list.weights = {};
    const build_result built = build(std::move(list), with(policy));
    EXPECT_EQ(built.g.num_edges(), policy == parallel_edges::keep ? 3u : 2u);
    const bool noted = std::any_of(built.what.notes.begin(), built.what.notes.end(),
                                   [](const std::string& note) { return note.find("no weights to add up") != note.npos; });
    EXPECT_EQ(noted, policy == parallel_edges::sum);
  }
}

TEST(parallel_edges, sums_beyond_single_precision_are_exact) {
  const build_result built = build(list_of({{0, 1, 16777216}, {0, 1, 1}, {1, 2, 3}}, true, false, 3), with(parallel_edges::sum));
  ASSERT_TRUE(built.g.has_wide_weights());
  EXPECT_EQ(as_vector(built.g.arrays().wide_weights), (std::vector<double>{16777217, 3}));
  EXPECT_EQ(built.what.duplicates_removed, 1u);
}

TEST(parallel_edges, a_sum_that_is_not_finite_is_refused) {
  expect_error(error_category::input, "0 -> 1", [&] {
    static_cast<void>(build(list_of({{0, 1, 1e308}, {0, 1, 1e308}}, true, true, 2), with(parallel_edges::sum)));
  });
}

// Rows in which the parallel edges of the two directions are in different orders.
TEST(parallel_edges, of_undirected_rows_are_merged_the_same_both_ways) {
  for (const parallel_edges policy : policies) {
    graph_arrays rows;
    rows.offsets = array<edge_offset>(3), rows.targets = array<vertex_id>(6), rows.weights = array<edge_weight>(6);
    std::copy_n(std::vector<edge_offset>{0, 3, 6}.begin(), 3, rows.offsets.begin());
    std::copy_n(std::vector<vertex_id>{1, 1, 1, 0, 0, 0}.begin(), 6, rows.targets.begin());
    std::copy_n(std::vector<edge_weight>{0.1f, 1e8f, 3, 3, 0.1f, 1e8f}.begin(), 6, rows.weights.begin());
    if (policy == parallel_edges::keep) continue;
    const build_result built = from_csr(std::move(rows), false, with(policy));
    EXPECT_FALSE(built.g.directed());
    ASSERT_EQ(built.g.num_edges(), 2u);
    EXPECT_EQ(built.g.view().out.weight(0), built.g.view().out.weight(1));
    EXPECT_EQ(built.what.edges_read, 6u);
  }
}

TEST(parallel_edges, policies_have_names) {
  for (const parallel_edges policy : policies) EXPECT_EQ(parallel_edges_named(to_string(policy)), policy);
  EXPECT_THROW(static_cast<void>(parallel_edges_named("lightest")), error);
}

TEST(wide_weights, are_kept_only_where_single_precision_changes_them) {
  const auto is_wide = [](std::vector<double> weights) {
    std::vector<listed_edge> edges;
    for (std::size_t i = 0; i < weights.size(); ++i) edges.push_back({0, static_cast<vertex_id>(i + 1), weights[i]});
    const build_result built = build(list_of(edges, true, true), with(parallel_edges::min));
    EXPECT_EQ(built.g.has_wide_weights(), !built.what.notes.empty());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const edge_weight single = built.g.view().out.weights[i];
      EXPECT_TRUE(std::isfinite(single));
      EXPECT_EQ(single == 0, weights[i] == 0);
      if (built.g.has_wide_weights()) {
        EXPECT_EQ(built.g.view().out.weight(i), weights[i]);
      }
    }
    return built.g.has_wide_weights();
  };
  EXPECT_FALSE(is_wide({0.1, 1.0 / 3, -0.7, 0, 16777216, 1e30f, 1e-30f, -33554432}));
  EXPECT_FALSE(is_wide({std::ldexp(1.0, -149)}));  // the smallest number that single precision represents exactly
  EXPECT_TRUE(is_wide({0.1, 16777217}));
  EXPECT_TRUE(is_wide({-16777217}));
  EXPECT_TRUE(is_wide({123456789.25}));
  EXPECT_TRUE(is_wide({0.1, 1e-50}));
  EXPECT_TRUE(is_wide({1e-40}));
  EXPECT_TRUE(is_wide({1e39}));
  EXPECT_TRUE(is_wide({-1e300, 0}));
}

TEST(wide_weights, of_rows_are_taken_as_those_of_lists) {
  graph_arrays rows;
  rows.offsets = array<edge_offset>(3), rows.targets = array<vertex_id>(2), rows.wide_weights = array<double>(2);
  std::copy_n(std::vector<edge_offset>{0, 1, 2}.begin(), 3, rows.offsets.begin());
  std::copy_n(std::vector<vertex_id>{1, 0}.begin(), 2, rows.targets.begin());
  std::copy_n(std::vector<double>{33554433, 33554435}.begin(), 2, rows.wide_weights.begin());
  const build_result built = from_csr(std::move(rows), true);
  EXPECT_TRUE(built.g.directed());  // the weights of both directions differ only in their last digits
  EXPECT_EQ(built.g.view().in.weight(0), 33554435);
  ASSERT_EQ(built.what.notes.size(), 1u);
  EXPECT_NE(built.what.notes[0].find("2 of 2"), std::string::npos) << built.what.notes[0];
}

TEST(wide_weights, are_refused_where_they_are_not_finite_or_given_twice) {
  edge_list twice = list_of({{0, 1, 1}}, true, true, 2);
  twice.weights = array<edge_weight>(1);
  EXPECT_THROW(static_cast<void>(build(std::move(twice))), error);
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(static_cast<void>(build(list_of({{0, 1, 16777217}, {1, 0, bad}}, true, true, 2))), error);
    EXPECT_THROW(static_cast<void>(build(list_of({{0, 1, 1}, {1, 0, bad}}, true, true, 2))), error);
  }
}

}  // namespace
}  // namespace fathom::test
