// Model of scaling: its line, its bytes and its times against the figures of docs/scaling.md.
#include "bench/suite/scaling_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fathom::program {
namespace {

TEST(scaling_model, the_line_goes_through_both_searches) {
  const own_cost cost = fitted_cost(1000, 3e-3, 5000, 11e-3);
  EXPECT_NEAR(cost.seconds(1000), 3e-3, 1e-12);
  EXPECT_NEAR(cost.seconds(5000), 11e-3, 1e-12);
  EXPECT_NEAR(cost.fixed_seconds, 1e-3, 1e-12);
  // No part of a search takes less than no time.
  EXPECT_EQ(fitted_cost(1000, 1e-3, 2000, 5e-3).fixed_seconds, 0);
  EXPECT_EQ(fitted_cost(1000, 1e-3, 2000, 5e-3).seconds(2000), 5e-3);
  // A larger graph that is not slower says nothing about the size.
  EXPECT_EQ(fitted_cost(1000, 3e-3, 2000, 2e-3).seconds(50), 2e-3);
  EXPECT_TRUE(std::isfinite(fitted_cost(0, 0, 0, 0).seconds(1)));
}

TEST(scaling_model, levels_with_large_frontiers_are_dense) {
  std::vector<rank_level_report> levels(5);
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i].frontier = std::vector<std::uint64_t>{1, 100, 4000, 2000, 10}[i];
  const search_form form = form_of(levels, 6111);
  EXPECT_EQ(form.levels, 5);
  EXPECT_EQ(form.dense, 3);  // 100 is a 61st
}

// docs/scaling.md, bytes of a dense level: 2 processes with 88,076 vertices send 22,032 bytes, 4 with 43,687 send 65,568; rounding
// up to words is not modeled.
TEST(scaling_model, bytes_are_those_of_the_bitmaps) {
  EXPECT_NEAR(modeled_bytes({1, 1}, 2 * 88076, 2, false), 22032, 32);
  EXPECT_NEAR(modeled_bytes({1, 1}, 4 * 43687, 4, false), 65568, 100);
  EXPECT_EQ(modeled_bytes({7, 3}, 1e6, 1, false), 0);
  EXPECT_NEAR(modeled_bytes({7, 3}, 1e6, 4, true), 0.8 * modeled_bytes({7, 3}, 1e6, 4, false), 1e-6);
}

// docs/scaling.md: one column of GPUs on one host, scales 27 on 2 and 28 on 4. That table's searches take 0.59 and 0.57 ms in their
// own part, and their exchanges 0.05 and 0.11 ms.
TEST(scaling_model, exchanges_are_those_of_the_documented_model) {
  const own_cost nothing{0, 0};
  const auto reached = [](int scale) { return std::exp2(scale) * 0.593 * std::pow(0.964, scale - 21); };
  for (const auto& [workers, scale, milliseconds] : {std::tuple{2, 27, 0.05}, std::tuple{4, 28, 0.11}}) {
    const auto exchange = device_exchange("peer", workers);
    ASSERT_TRUE(exchange);
    EXPECT_NEAR(modeled_seconds(nothing, exchange, {7, 3}, reached(scale), workers, false) * 1e3, milliseconds, 0.05);
  }
  EXPECT_FALSE(device_exchange("host", 2));
  EXPECT_GT(device_exchange("nccl", 4)->latency, device_exchange("nccl", 2)->latency);
}

TEST(scaling_model, one_worker_exchanges_nothing) {
  const own_cost cost{1e-3, 1e-9};
  const exchange_cost exchange{1, 1, 1};
  EXPECT_EQ(modeled_seconds(cost, exchange, {7, 3}, 1e6, 1, true), cost.seconds(1e6));
  EXPECT_EQ(modeled_seconds(cost, {}, {7, 3}, 1e6, 4, true), cost.seconds(1e6 / 4));
  EXPECT_GT(modeled_seconds(cost, exchange, {7, 3}, 1e6, 2, true), 7);
}

}  // namespace
}  // namespace fathom::program
