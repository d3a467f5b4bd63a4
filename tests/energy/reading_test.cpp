// Energy, method and uncertainty derived from samples.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "energy/energy_window.hpp"
#include "expected_error.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

struct paper_source final : energy_source {
  energy_sample read() override { return {}; }
  double accuracy() const override { return 0.05; }
  double power_averaged_seconds() const override { return averaged; }
  double averaged = 0;
};

using function = std::function<double(double)>;

// Samples every 10 ms for `seconds`; an empty function reads nothing.
std::vector<timed_sample> look(double seconds, const function& joules, const function& watts) {
  std::vector<timed_sample> samples;
  for (int i = 0; i * 0.01 <= seconds; ++i) {
    const double t = i * 0.01;
    timed_sample s{t, {}};
    if (joules) s.seen.joules = joules(t);
    if (watts) s.seen.watts = watts(t);
    samples.push_back(s);
  }
  return samples;
}

function constant(double value) {
  return [value](double) { return value; };
}

// 200 W, updated every 90 ms.
double stepping(double t) { return 5000 + 200 * std::floor(t / 0.09) * 0.09; }

TEST(energy_of_samples, counter) {
  const energy_reading r = energy_of(look(5, stepping, constant(200)), paper_source());
  EXPECT_EQ(r.method, energy_method::counter);
  EXPECT_NEAR(r.joules, 1000, 0.1 * 200);
  EXPECT_NEAR(r.seconds, 5, 1e-9);
  EXPECT_NEAR(r.average_watts, 200, 4);
  EXPECT_EQ(r.samples, 501u);
  // The counter's period as observed, within one sample more.
  EXPECT_GE(r.update_seconds, 0.09);
  EXPECT_LE(r.update_seconds, 0.111);
  EXPECT_NEAR(r.uncertainty_joules, 0.05 * r.joules + r.update_seconds * 200, 1e-9);
  EXPECT_EQ(r.min_watts, 200);
  EXPECT_EQ(r.max_watts, 200);
}

TEST(energy_of_samples, a_counter_without_power) {
  const energy_reading r = energy_of(look(5, stepping, {}), paper_source());
  EXPECT_EQ(r.method, energy_method::counter);
  EXPECT_NEAR(r.joules, 1000, 0.1 * 200);
  EXPECT_GT(r.uncertainty_joules, 0.05 * r.joules + 0.09 * 190);
  EXPECT_EQ(r.max_watts, 0);
}

TEST(energy_of_samples, the_longest_pause_of_a_counter_counts) {
  const auto pausing = [](double t) { return stepping(t > 2 && t < 3 ? 2 : t); };
  EXPECT_GE(energy_of(look(5, pausing, constant(200)), paper_source()).update_seconds, 1);
  const auto ending = [](double t) { return stepping(std::min(t, 4.0)); };
  EXPECT_GE(energy_of(look(5, ending, constant(200)), paper_source()).update_seconds, 1);
}

TEST(energy_of_samples, a_counter_that_cannot_be_trusted_gives_way_to_power) {
  const auto wrapping = [](double t) { return t < 2 ? stepping(t) : 200 * (t - 2); };
  for (const function& joules : {function(wrapping), constant(5000), function{}}) {
    const energy_reading r = energy_of(look(5, joules, [](double t) { return 100 + 40 * t; }), paper_source());
    EXPECT_EQ(r.method, energy_method::power_samples);
    EXPECT_NEAR(r.joules, 1000, 1e-6);
    EXPECT_NEAR(r.uncertainty_joules, 50 + 0.01 * 200, 1e-6);
  }
}

TEST(energy_of_samples, power_averaged_over_a_second_is_late) {
  paper_source source;
  source.averaged = 1;
  const energy_reading r = energy_of(look(5, {}, [](double t) { return t < 2.5 ? 100 : 300; }), source);
  EXPECT_NEAR(r.uncertainty_joules, 0.05 * r.joules + 1.01 * 200, 1e-6);
  // Within less than the sensor's second anything may have happened.
  const energy_reading brief = energy_of(look(0.5, {}, constant(100)), source);
  EXPECT_GE(brief.uncertainty_joules, brief.joules);
}

TEST(energy_of_samples, nothing_to_go_by) {
  for (const function& joules : {function{}, constant(5000)}) {
    test::expect_error(error_category::device, "measure for longer", [&] { (void)energy_of(look(1, joules, {}), paper_source()); });
  }
}

}  // namespace
}  // namespace fathom
