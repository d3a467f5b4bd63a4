// Distributed shortest paths: refused options and weights, and searches that stop.
#include "expected_error.hpp"
#include "fathom/distributed/sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <stop_token>

#include "gpu/backend.hpp"
#include "partitioned.hpp"

namespace fathom {
namespace {

using test::ranks;

TEST(rank_sssp, refuses_what_is_out_of_range) {
  const rank_graph parts(ranks(), build(test::with_weights(grid(3, 3))).g);
  const auto refused = [&](const char* part, const sssp_options& options, const execution& exec = {}) {
    test::expect_error(error_category::usage, part, [&] { rank_sssp(parts, options, exec); });
  };
  refused("cutoff is -1", {.cutoff = -1});
  refused("cutoff is nan", {.cutoff = std::nan("")});
  refused("delta is -2", {.delta = -2});
  refused("target 9 is outside", {.target = 9});
  refused("'keep_on_device' is not supported", {.keep_on_device = true});
  refused("a process of a distributed graph uses one device", {}, {.devices = {device{}, device{}}});
  if (gpu_devices().empty())
    test::expect_error(error_category::device, "cuda:0", [&] { rank_sssp(parts, {}, {.where = {device_kind::cuda, 0}}); });
  refused("transport host is between CUDA devices", {}, {.transport = rank_transport::host});
  rank_sssp searching(parts);
  test::expect_error(error_category::usage, "source 9 is outside", [&] { static_cast<void>(searching.search(9)); });
  EXPECT_EQ(searching.search(8).report.reached, 9u);  // and can be used again
}

TEST(rank_sssp, refuses_negative_weights) {
  edge_list edges = test::edges_of(4, {{0, 1}, {1, 3}, {2, 1}}, true);
  edges.weights = array<edge_weight>(3);
  edges.weights[0] = 1, edges.weights[1] = -2.5f, edges.weights[2] = -1;
  const rank_graph parts(ranks(), build(std::move(edges)).g);
  test::expect_error(error_category::input, "an edge of vertex 1 (counted from 0) has the weight -2.5", [&] { rank_sssp{parts}; });
}

TEST(rank_sssp, refuses_weights_that_were_rounded) {
  const auto wide = [](std::initializer_list<double> weights) {
    edge_list edges = test::edges_of(4, {{0, 1}, {0, 1}, {2, 1}}, true);
    edges.wide_weights = array<double>(3);
    std::copy(weights.begin(), weights.end(), edges.wide_weights.begin());
    return edges;
  };
  const char* const reason = "the weights need double precision";
  const edge_list precise = wide({1, 3, 16777217}), tenths = wide({0.1, 2, 3});
  test::expect_error(error_category::usage, reason, [&] { rank_sssp{rank_graph(ranks(), build(wide({1, 3, 16777217})).g)}; });
  test::expect_error(error_category::usage, reason, [&] { rank_sssp{rank_graph(ranks(), test::own_share(precise))}; });
  const rank_graph whole_sums(ranks(), test::own_share(wide({16777216, 1, 2})), {.parallel = parallel_edges::sum});
  test::expect_error(error_category::usage, reason, [&] { rank_sssp{whole_sums}; });
  // A single process rounds these as well.
  const rank_graph rounded(ranks(), test::own_share(tenths));
  EXPECT_TRUE(std::ranges::equal(sssp(rounded, 0).distances, sssp(build(wide({0.1, 2, 3})).g, 0).distances));
  const rank_graph unit(ranks(), build(wide({1, 3, 16777217})).g, {.weights = false});
  EXPECT_EQ(sssp(unit, 0).distances[1], 1);
}

TEST(rank_sssp, refuses_other_options_on_other_ranks) {
  if (ranks().size() == 1) return;  // needs another process to differ from
  const rank_graph parts(ranks(), build(test::with_weights(grid(3, 3))).g);
  const bool differs = ranks().rank() == 1;
  EXPECT_THROW(rank_sssp(parts, {.cutoff = differs ? 3.0 : 2.0}), rank_error);
  EXPECT_THROW(rank_sssp(parts, {.target = differs ? 3u : 2u}), rank_error);
  EXPECT_THROW(rank_sssp(parts, {.return_predecessors = differs}), rank_error);
  EXPECT_THROW(rank_sssp(parts, {.delta = differs ? 3.0 : 2.0}), rank_error);
  EXPECT_THROW(rank_sssp(parts, {.gather = differs}), rank_error);
}

TEST(rank_sssp, all_stop_if_one_is_cancelled) {
  const rank_graph parts(ranks(), build(test::with_weights(grid(30, 30))).g);
  std::stop_source stop;
  execution exec;
  if (ranks().rank() == ranks().size() - 1) exec.control.stop = stop.get_token();
  rank_sssp searching(parts, {}, exec);
  stop.request_stop();
  test::expect_error(error_category::cancelled, "stopped", [&] { static_cast<void>(searching.search(0)); });
  EXPECT_EQ(sssp(parts, 0).report.reached, 900u);
}

}  // namespace
}  // namespace fathom
