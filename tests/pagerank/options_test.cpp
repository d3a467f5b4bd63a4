// pagerank(): rejected arguments, reported values, and termination.
#include <limits>
#include <nlohmann/json.hpp>

#include "expected_error.hpp"
#include "ranking.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

void expect_refused(const graph& g, const pagerank_options& options, const std::string& part) {
  expect_error(error_category::usage, part, [&] { static_cast<void>(pagerank(g, options)); });
}

TEST(pagerank_options, outside_their_range_are_refused) {
  const graph g = build(path(4)).g;
  for (const double damping : {-0.1, 1.5, no_number, infinite})
    expect_refused(g, {.damping = damping}, "give a probability, 0 to 1");
  for (const double tolerance : {-1.0, no_number}) expect_refused(g, {.tolerance = tolerance}, "give a positive number");
  expect_refused(g, {.max_iterations = -1}, "max_iterations is -1; give 0 or more");
  expect_error(error_category::device, "cuda:99", [&] {
    static_cast<void>(pagerank(g, pagerank_options{.where = {device_kind::cuda, 99}}));
  });
}

TEST(pagerank_options, personalizations_that_are_none_are_refused) {
  const graph g = build(path(4)).g;
  const auto refused = [&](const std::vector<double>& p, const std::string& part) {
    pagerank_options jumps, drops, begins;
    jumps.personalization = drops.dangling = begins.start = p;
    expect_refused(g, jumps, "personalization " + part);
    expect_refused(g, drops, "dangling " + part);
    expect_refused(g, begins, "start " + part);
  };
  refused({1, 0, 0}, "has 3 values for 4 vertices");
  refused({0, 0, 0, 0}, "is 0 for every vertex");
  refused({0, 1, -2, 0}, "of vertex 2 is -2; give finite, nonnegative numbers");
  refused({0, no_number, 0, 0}, "of vertex 1 is nan");
  refused({0, 1, 2, infinite}, "of vertex 3 is inf");
}

TEST(pagerank_options, personalizations_may_be_huge_or_tiny) {
  const graph g = build(path(4)).g;
  const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  const std::vector<double> expected = ranks_by_hand(g, {.personalization = {1, 1, 0, 0}});
  for (const std::vector<double>& p : {std::vector<double>{most, most, 0, 0}, {least, least, 0, 0}}) {
    pagerank_options options{.tolerance = 1e-13, .max_iterations = 1000};
    options.personalization = p;
    expect_ranks(ranks_of(g, options), expected, 1e-11);
  }
}

graph weighted_path(const std::vector<edge_weight>& weights) {
  edge_list edges = as_directed(path(weights.size() + 1));
  edges.weights = array<edge_weight>(weights.size());
  std::copy(weights.begin(), weights.end(), edges.weights.begin());
  return build(std::move(edges)).g;
}

TEST(pagerank_weights, below_0_are_refused_by_name) {
  const graph g = weighted_path({1, 2, -3, 4});
  expect_refused(g, {}, "the edge from 2 to 3 has the weight -3; use nonnegative weights");
  EXPECT_TRUE(pagerank(g, {.weighted = false}).report.converged);
}

TEST(pagerank_end, is_reported_whether_it_converged_or_not) {
  const graph g = build(kron(10)).g;
  const pagerank_result few = ranks_of(g, {.max_iterations = 2});
  EXPECT_FALSE(few.report.converged);
  EXPECT_EQ(few.report.iterations, 2);
  EXPECT_GT(few.report.change, 1e-6);
  expect_sum_one(few);
  const pagerank_result all = ranks_of(g);
  EXPECT_TRUE(all.report.converged);
  EXPECT_LT(all.report.change, 1e-6);
  EXPECT_EQ(all.report.method, pagerank_method::gauss_seidel);
  const pagerank_result fixed = ranks_of(g, {.tolerance = 0, .max_iterations = 7});
  EXPECT_EQ(fixed.report.iterations, 7);
  EXPECT_FALSE(fixed.report.converged);
  EXPECT_EQ(fixed.report.method, pagerank_method::power);
  EXPECT_LE(distance_of(fixed.scores.data(), ranks_by_hand(g, {.iterations = 7})), 4e-7);
}

// Two vertices exchange their scores forever.
TEST(pagerank_end, missing_convergence_is_reported) {
  const graph g = build(path(2)).g;
  const std::vector<double> one{1, 0};
  pagerank_options options{.damping = 1, .max_iterations = 101};
  options.start = one;
  const pagerank_result found = ranks_of(g, options);
  EXPECT_FALSE(found.report.converged);
  EXPECT_EQ(found.report.change, 2);
  EXPECT_EQ(found.scores[1], 1);
}

TEST(pagerank_end, nothing_but_jumps) {
  const graph g = build(star(50)).g;
  const pagerank_result found = ranks_of(g, {.damping = 0});
  EXPECT_TRUE(found.report.converged);
  for (const double rank : found.scores) EXPECT_NEAR(rank, 0.02, 1e-15);
}

TEST(pagerank_precision, becomes_double_where_it_counts) {
  const graph g = build(kron(10)).g;
  const pagerank_report rough = ranks_of(g, {.tolerance = 1e-4}).report, fine = ranks_of(g, {.tolerance = 1e-13}).report;
  EXPECT_EQ(rough.single_iterations, rough.iterations);
  EXPECT_GT(fine.single_iterations, 0);
  EXPECT_LT(fine.single_iterations, fine.iterations);
  EXPECT_TRUE(fine.converged);
  EXPECT_EQ(ranks_of(g, {.precision = pagerank_precision::full}).report.single_iterations, 0);
}

TEST(pagerank_report, says_what_was_done_as_json) {
  const graph g = build(star(100)).g;
  const pagerank_result found = ranks_of(g, {.tolerance = 0, .max_iterations = 10});
  const nlohmann::json object = nlohmann::json::parse(to_json(found.report));
  EXPECT_EQ(object["iterations"], 10);
  EXPECT_EQ(object["method"], "power");
  EXPECT_EQ(object["neighbors_read"], 10 * 198);
  // Sources of 4 bytes; offsets; scores read and written; contributions of 4 bytes read and written.
  EXPECT_EQ(object["bytes_moved"], 10 * (198 * 4 + 100 * (8 + 16 + 8)));
  EXPECT_GT(object["planned_bytes"], 100 * 16);
}

TEST(pagerank_control, can_be_watched_and_stopped) {
  const graph g = build(kron(10)).g;
  std::stop_source stop;
  pagerank_options options{.tolerance = 0, .max_iterations = 50};
  options.control.stop = stop.get_token();
  std::uint64_t last = 0;
  options.control.on_progress = [&](const progress& p) {
    EXPECT_EQ(p.stage, "ranking");
    EXPECT_EQ(p.total, 50u);
    last = p.done;
    if (p.done == 20) stop.request_stop();
  };
  expect_error(error_category::cancelled, [&] { static_cast<void>(pagerank(g, options)); });
  EXPECT_EQ(last, 20u);
}

TEST(pagerank_layout, of_another_graph_is_refused) {
  const graph g = build(path(4)).g, other = build(path(5)).g;
  const layout prepared = prepare(other);
  expect_error(error_category::usage, "prepare this one", [&] { static_cast<void>(pagerank(g, prepared)); });
}

}  // namespace
}  // namespace fathom::test
