// Power laws fitted to tails.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "fathom/study.hpp"

namespace fathom {
namespace {

// Values of `from` and above with the distribution of tail_fit, by inversion.
void add_power_law(value_distribution& values, std::size_t count, std::uint64_t from, double exponent) {
  for (std::size_t i = 0; i < count; ++i) {
    const double u = 1 - unit_interval(random_bits(7, i));
    ++values[static_cast<std::uint64_t>(std::floor((static_cast<double>(from) - 0.5) * std::pow(u, -1 / (exponent - 1)) + 0.5))];
  }
}

TEST(tail_fit, finds_the_exponent_that_made_the_values) {
  for (const double exponent : {2.0, 2.5, 3.2}) {
    value_distribution values;
    add_power_law(values, 20000, 10, exponent);
    const auto fit = fit_tail(values);
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->exponent, exponent, 0.1);
    EXPECT_LT(fit->distance, 0.02);
  }
}

TEST(tail_fit, finds_where_the_tail_begins) {
  value_distribution values;
  add_power_law(values, 20000, 30, 2.5);
  for (std::uint64_t value = 1; value < 30; ++value) values[value] += 700;  // uniform below
  const auto fit = fit_tail(values);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(static_cast<double>(fit->from), 30, 8);
  EXPECT_NEAR(fit->exponent, 2.5, 0.1);
}

TEST(tail_fit, counts_add_up) {
  const tail_fit fit{5, 2.3, 1000, 0};
  EXPECT_EQ(fit.at_least(5), 1);
  double sum = 0;
  for (int k = 5; k < 100000; ++k) sum += fit.count_at(k);
  EXPECT_NEAR(sum, 1000, 1);
}

TEST(tail_fit, needs_values_and_a_difference) {
  EXPECT_FALSE(fit_tail({}));
  EXPECT_FALSE(fit_tail({{0, 1000}}));
  EXPECT_FALSE(fit_tail({{4, 1000}}));
  EXPECT_FALSE(fit_tail({{1, 20}, {2, 20}}));
  value_distribution few;
  for (std::uint64_t value = 1; value <= 9; ++value) few[value] = 100 / value;
  EXPECT_FALSE(fit_tail(few));
  few[10] = 5;
  EXPECT_TRUE(fit_tail(few));
}

}  // namespace
}  // namespace fathom
