// Energy windows over the NVML stand-in: readings are correct within their stated uncertainty, and failures are reported where they
// should be.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "energy/nvml_source.hpp"
#include "energy/source_meter.hpp"
#include "expected_error.hpp"
#include "fake_nvml.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

using test::fake_bus_id;
using test::fake_nvml;
using test::fake_script;

source_meter open_fake() { return source_meter(std::make_unique<nvml_source>(fake_bus_id, fake_nvml)); }

void work(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

energy_reading measure(source_meter& meter, double seconds) {
  meter.start();
  work(seconds);
  return meter.stop();
}

void expect_right(const energy_reading& r, double watts) {
  EXPECT_NEAR(r.joules, watts * r.seconds, r.uncertainty_joules);
  // No more than the stated accuracy, and what one update of the counter may hide; a busy machine sees updates late.
  EXPECT_LE(r.uncertainty_joules, 0.06 * r.joules + r.update_seconds * std::max(watts, r.average_watts));
  EXPECT_DOUBLE_EQ(r.average_watts, r.joules / r.seconds);
  EXPECT_DOUBLE_EQ(r.max_watts, watts);
  EXPECT_GE(r.samples, 2u);
}

TEST(energy_meter, counts_what_the_counter_counts) {
  for (const char* period : {"20", "100"}) {
    const fake_script script{{"WATTS", "250"}, {"PERIOD_MS", period}};
    source_meter meter = open_fake();
    for (int window = 0; window < 3; ++window) {
      const energy_reading r = measure(meter, 0.7);
      EXPECT_EQ(r.method, energy_method::counter);
      EXPECT_GE(r.seconds, 0.7);
      EXPECT_GE(r.update_seconds, std::atof(period) * 1e-3);
      expect_right(r, 250);
    }
  }
}

TEST(energy_meter, integrates_power_without_a_counter) {
  const fake_script script{{"FAIL", "nvmlDeviceGetTotalEnergyConsumption"}, {"CODE", "3"}};
  source_meter meter = open_fake();
  const energy_reading r = measure(meter, 0.3);
  EXPECT_EQ(r.method, energy_method::power_samples);
  expect_right(r, 250);
}

TEST(energy_meter, integrates_power_where_the_counter_wraps) {
  const fake_script script{{"WRAP_MS", "300"}};
  source_meter meter = open_fake();
  const energy_reading r = measure(meter, 0.5);
  EXPECT_EQ(r.method, energy_method::power_samples);
  expect_right(r, 250);
  EXPECT_EQ(measure(meter, 0.4).method, energy_method::counter);
}

TEST(energy_meter, follows_power_that_changes) {
  for (const char* function : {"", "nvmlDeviceGetTotalEnergyConsumption"}) {
    const fake_script script{{"WATTS", "100"}, {"LATER_WATTS", "400"}, {"LATER_MS", "300"}, {"FAIL", function}, {"CODE", "3"}};
    const auto opened = std::chrono::steady_clock::now();
    source_meter meter = open_fake();
    meter.start();
    const double before = std::chrono::duration<double>(std::chrono::steady_clock::now() - opened).count();
    work(0.6);
    const energy_reading r = meter.stop();
    // 300 ms of 100 W, some of them before the window, and the rest at 400 W.
    EXPECT_NEAR(r.joules, 0.3 * 100 + (r.seconds - 0.3) * 400, r.uncertainty_joules + 300 * before + 400 * 0.01);
    EXPECT_DOUBLE_EQ(r.min_watts, 100);
    EXPECT_DOUBLE_EQ(r.max_watts, 400);
  }
}

TEST(energy_meter, measures_the_idle_device) {
  const fake_script script{{"WATTS", "70"}, {"LATER_WATTS", "76"}, {"LATER_MS", "150"}};
  source_meter meter = open_fake();
  const idle_power idle = meter.idle(0.3);
  EXPECT_GT(idle.watts, 70);
  EXPECT_LT(idle.watts, 76);
  EXPECT_DOUBLE_EQ(idle.spread_watts, 6);
  EXPECT_GE(idle.seconds, 0.3);
  EXPECT_GE(idle.samples, 3u);
}

TEST(energy_meter, a_device_that_is_lost_in_a_window) {
  for (const char* function : {"nvmlDeviceGetTotalEnergyConsumption", "nvmlDeviceGetFieldValues"}) {
    const fake_script script{{"FAIL", function}, {"CODE", "15"}, {"FAIL_MS", "300"}};
    source_meter meter = open_fake();
    meter.start();
    work(0.4);
    test::expect_error(error_category::device, "GPU is lost", [&] { (void)meter.stop(); });
    test::expect_error(error_category::usage, "call start() first", [&] { (void)meter.stop(); });
    test::expect_error(error_category::device, "GPU is lost", [&] { meter.start(); });
    test::expect_error(error_category::device, "GPU is lost", [&] { (void)meter.idle(0.1); });
  }
}

TEST(energy_meter, windows_do_not_overlap) {
  source_meter meter = open_fake();
  test::expect_error(error_category::usage, "call start() first", [&] { (void)meter.stop(); });
  meter.start();
  test::expect_error(error_category::usage, "already", [&] { meter.start(); });
  test::expect_error(error_category::usage, "already", [&] { (void)meter.idle(0.1); });
  work(0.2);
  EXPECT_GT(meter.stop().joules, 0);
}

TEST(energy_meter, may_be_destroyed_with_an_open_window) {
  source_meter meter = open_fake();
  meter.start();
  work(0.05);
}

TEST(energy_meter, devices_that_cannot_be_measured) {
  test::expect_error(error_category::device, "cuda:99 is not available", [] {
    const energy_meter meter(device{device_kind::cuda, 99});
  });
  EXPECT_NE(why_no_energy(device{device_kind::cuda, 99}).find("cuda:99"), std::string::npos);
}

// CPU readings depend on the machine; rapl_test.cpp tests how they are read.
TEST(energy_meter, the_cpu_is_measured_or_says_why_not) {
  const std::string why = why_no_energy(device{});
  if (why.empty()) {
    energy_meter meter(device{});
    meter.start();
    work(0.3);
    EXPECT_GT(meter.stop().joules, 0);
  } else {
    test::expect_error(error_category::device,
                       "the energy of the CPU cannot be read: ", [] { const energy_meter meter(device{}); });
    EXPECT_NE(why.find("the energy of the CPU cannot be read: "), std::string::npos);
  }
}

}  // namespace
}  // namespace fathom
