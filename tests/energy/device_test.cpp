// Energy meter on a real device. If NVML refuses, the test reports that instead of passing silently.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "fathom/energy.hpp"

namespace fathom {
namespace {

constexpr device first_cuda{device_kind::cuda, 0};

// Bounds that hold for any GPU.
constexpr double least_watts = 5, most_watts = 2000;

TEST(energy_of_a_device, is_measured) {
  const std::string why = why_no_energy(first_cuda);
  if (!why.empty()) GTEST_SKIP() << why;
  energy_meter meter(first_cuda);
  const idle_power idle = meter.idle(0.5);
  EXPECT_GT(idle.watts, least_watts);
  EXPECT_LT(idle.watts, most_watts);
  EXPECT_GE(idle.seconds, 0.5);
  for (int window = 0; window < 2; ++window) {
    meter.start();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const energy_reading r = meter.stop();
    RecordProperty("method", std::string(to_string(r.method)));
    EXPECT_GT(r.average_watts, least_watts);
    EXPECT_LT(r.average_watts, most_watts);
    EXPECT_NEAR(r.seconds, 2, 0.5);
    EXPECT_GT(r.samples, 10u);
    EXPECT_GT(r.uncertainty_joules, 0);
    // Some drivers update the counter once per second, which is half of the window.
    EXPECT_LT(r.uncertainty_joules, 0.25 * r.joules + r.update_seconds * std::max(r.max_watts, r.average_watts));
    EXPECT_LT(r.update_seconds, 0.75 * r.seconds);
    // Two methods of measurement, each within its stated uncertainty.
    if (r.max_watts > 0) {
      const double slack = r.uncertainty_joules / r.seconds + 0.05 * r.average_watts;
      EXPECT_GT(r.average_watts, r.min_watts - slack);
      EXPECT_LT(r.average_watts, r.max_watts + slack);
    }
  }
}

}  // namespace
}  // namespace fathom
