// Shortest paths with weights that single precision cannot represent, against Dijkstra.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "fathom/error.hpp"
#include "fathom/sssp.hpp"
#include "reference/dijkstra.hpp"
#include "weighing.hpp"

namespace fathom::test {
namespace {

struct wide_weighing {
  const char* name;
  double (*weight)(std::uint64_t);
  weight_kind kind;
};

const std::vector<wide_weighing> wide_weighings = {
    {"cents", [](std::uint64_t r) { return static_cast<double>(r % (1u << 30)); }, weight_kind::whole},
    {"nanoseconds", [](std::uint64_t r) { return static_cast<double>(r % (std::uint64_t{1} << 40)); }, weight_kind::whole},
    {"beyond 2^53", [](std::uint64_t r) { return static_cast<double>(r >> 1); }, weight_kind::real},
    {"probabilities", [](std::uint64_t r) { return std::ldexp(unit_interval(r), -170); }, weight_kind::real},
    {"zeros and tiny", [](std::uint64_t r) { return r % 3 == 0 ? 1e-60 : 0; }, weight_kind::real},
    {"huge range", [](std::uint64_t r) { return std::ldexp(1.0 + unit_interval(r), static_cast<int>(r % 1000) - 500); },
     weight_kind::real},
    {"ties", [](std::uint64_t) { return 16777217.0; }, weight_kind::whole},
};

edge_list wide_list(bool directed, const wide_weighing& how) {
  edge_list edges;
  constexpr std::size_t size = 1200;
  edges.num_vertices = 210, edges.directed = directed;
  edges.sources = array<vertex_id>(size), edges.targets = array<vertex_id>(size), edges.wide_weights = array<double>(size);
  for (std::size_t i = 0; i < size; ++i) {
    edges.sources[i] = static_cast<vertex_id>(bounded(random_bits(1, i), 200));
    edges.targets[i] = static_cast<vertex_id>(bounded(random_bits(2, i), 200));
    edges.wide_weights[i] = how.weight(random_bits(3, i));
  }
  return edges;
}

// Decimals are rounded to single precision unless exact_weights asks for all their digits.
TEST(wide_weights, of_decimals_are_kept_on_request) {
  const wide_weighing tenths{"tenths", [](std::uint64_t r) { return static_cast<double>(r % 97) / 10; }, weight_kind::real};
  const wide_weighing halves{"halves", [](std::uint64_t r) { return static_cast<double>(r % 97) / 2; }, weight_kind::real};
  build_options exact;
  exact.exact_weights = true;
  for (const parallel_edges policy : {parallel_edges::min, parallel_edges::sum, parallel_edges::keep}) {
    exact.parallel = policy;
    for (const bool directed : {false, true}) {
      EXPECT_FALSE(build(wide_list(directed, tenths)).g.has_wide_weights());
      EXPECT_FALSE(build(wide_list(directed, halves), exact).g.has_wide_weights()) << "nothing to keep";
      const build_result built = build(wide_list(directed, tenths), exact);
      ASSERT_TRUE(built.g.has_wide_weights());
      EXPECT_EQ(built.what.notes.size(), 1u);
      const std::vector<double> expected = dijkstra(built.g, 0);
      EXPECT_EQ(as_vector(sssp(built.g, 0, {}, on_tested_device(2)).distances), expected);
      double nearest = unreachable_distance;
      for (const double d : expected) nearest = d > 0 ? std::min(nearest, d) : nearest;
      EXPECT_EQ(nearest, std::round(nearest * 10) / 10) << "one edge, or several of few tenths";
    }
  }
}

TEST(wide_weights, give_the_distances_of_double_precision) {
  for (const wide_weighing& how : wide_weighings) {
    SCOPED_TRACE(how.name);
    for (const bool directed : {true, false}) {
      for (const in_edges in : {in_edges::automatic, in_edges::none}) {
        build_options building;
        building.in = in;
        const graph g = build(wide_list(directed, how), building).g;
        ASSERT_TRUE(g.has_wide_weights());
        for (const vertex_order order : {vertex_order::caller, vertex_order::degree}) {
          prepare_weighted_options preparing;
          preparing.order = order;
          if (in == in_edges::none) preparing.where = tested_device();  // else each search copies the rows
          const weighted_layout prepared = prepare_weighted(g, preparing);
          EXPECT_EQ(prepared.weights, how.kind);
          for (const vertex_id source : {0u, 77u, 209u}) {
            const std::vector<double> expected = dijkstra(g, source);
            for (const int threads : {1, 3}) {
              const sssp_result found = sssp(prepared, source, {}, on_tested_device(threads));
              ASSERT_EQ(as_vector(found.distances), expected);
              const sssp_validation v = validate_sssp(g, source, found.distances.view(), found.predecessors.view());
              EXPECT_TRUE(v.valid) << v.message;
            }
            sssp_options bounded_search;
            bounded_search.cutoff = expected[10] / 2;
            EXPECT_EQ(as_vector(sssp(prepared, source, bounded_search, on_tested_device(2)).distances),
                      dijkstra(g, source, bounded_search.cutoff));
          }
        }
      }
    }
  }
}

TEST(wide_weights, are_stated_in_the_report) {
  const graph g = build(wide_list(true, wide_weighings[3])).g;
  const sssp_result found = sssp(g, 0, {}, on_tested_device());
  EXPECT_NE(found.report.engine.find("weights in double precision"), std::string::npos) << found.report.engine;
  EXPECT_EQ(found.report.where, tested_device());
}

TEST(wide_weights, have_results_that_stay_on_the_device) {
  if (tested_device().kind != device_kind::cuda) GTEST_SKIP() << "needs a GPU";
  const graph g = build(wide_list(true, wide_weighings[3])).g;
  const sssp_result found = sssp(g, 0, {.keep_on_device = true}, on_tested_device());
  EXPECT_EQ(found.distances.where(), tested_device());
  EXPECT_EQ(as_vector(to_host(found.distances)), dijkstra(g, 0));
}

TEST(wide_weights, count_to_the_last_digit_for_the_validator) {
  edge_list edges;
  edges.num_vertices = 3;
  edges.sources = array<vertex_id>(2), edges.targets = array<vertex_id>(2), edges.wide_weights = array<double>(2);
  edges.sources[0] = 0, edges.targets[0] = 1, edges.wide_weights[0] = 16777217;
  edges.sources[1] = 1, edges.targets[1] = 2, edges.wide_weights[1] = 1;
  const graph g = build(std::move(edges)).g;
  const std::vector<vertex_id> predecessors{no_vertex, 0, 1};
  validate_sssp_options options;
  options.where = tested_device();
  EXPECT_TRUE(validate_sssp(g, 0, std::vector<double>{0, 16777217, 16777218}, predecessors, options).valid);
  EXPECT_FALSE(validate_sssp(g, 0, std::vector<double>{0, 16777216, 16777217}, predecessors, options).valid);
}

TEST(wide_weights, that_are_negative_are_refused) {
  edge_list edges = wide_list(true, wide_weighings[3]);
  edges.wide_weights[5] = -1e-60;
  EXPECT_THROW(static_cast<void>(prepare_weighted(build(std::move(edges)).g)), error);
}

}  // namespace
}  // namespace fathom::test
