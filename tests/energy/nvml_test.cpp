// Errors if NVML is missing, is not what it should be, or refuses.
#include <gtest/gtest.h>

#include <string>

#include "energy/gpu_clocks.hpp"
#include "energy/nvml_source.hpp"
#include "expected_error.hpp"
#include "fake_nvml.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

using test::fake_bus_id;
using test::fake_script;

void expect_refused(const std::string& library, const std::string& bus_id, const std::string& said) {
  test::expect_error(error_category::device, said, [&] { const nvml_source source(bus_id, library); });
}

TEST(nvml, a_library_that_is_not_there) {
  expect_refused("libno-such-nvml.so.1", fake_bus_id, "libno-such-nvml.so.1");
  expect_refused("libno-such-nvml.so.1", fake_bus_id, "install NVIDIA's driver");
}

TEST(nvml, a_function_that_is_missing) { expect_refused(test::fake_nvml_without_init, fake_bus_id, "nvmlInit_v2"); }

TEST(nvml, no_function_that_reads) { expect_refused(test::fake_nvml_without_readings, fake_bus_id, "neither energy nor power"); }

TEST(nvml, a_driver_that_is_not_loaded) {
  const fake_script script{{"FAIL", "nvmlInit_v2"}, {"CODE", "9"}};
  expect_refused(test::fake_nvml, fake_bus_id, "starting NVML: Driver Not Loaded (NVML's code 9)");
}

TEST(nvml, a_device_that_it_does_not_know) {
  expect_refused(test::fake_nvml, "0000:0B:00.0", "the device at 0000:0B:00.0: Not Found");
}

TEST(nvml, reads_what_there_is) {
  {
    nvml_source source(fake_bus_id, test::fake_nvml);
    const energy_sample sample = source.read();
    EXPECT_DOUBLE_EQ(sample.watts.value(), 250);
    EXPECT_GE(sample.joules.value(), 123.456);
    EXPECT_EQ(source.power_averaged_seconds(), 0);
  }
  {
    const fake_script script{{"FAIL", "nvmlDeviceGetTotalEnergyConsumption"}, {"CODE", "3"}};
    nvml_source source(fake_bus_id, test::fake_nvml);
    EXPECT_FALSE(source.read().joules);
    EXPECT_DOUBLE_EQ(source.read().watts.value(), 250);
  }
  {
    const fake_script script{{"FAIL", "nvmlDeviceGetFieldValues"}, {"CODE", "3"}, {"WATTS", "321.5"}};
    nvml_source source(fake_bus_id, test::fake_nvml);
    EXPECT_DOUBLE_EQ(source.read().watts.value(), 321.5);
    EXPECT_EQ(source.power_averaged_seconds(), 1);
  }
}

TEST(nvml, clocks_and_the_reasons_why_they_are_low) {
  const gpu_clocks idle = read_gpu_clocks(fake_bus_id, test::fake_nvml);
  EXPECT_EQ(idle.sm_megahertz, 1755u);
  EXPECT_EQ(idle.memory_megahertz, 2619u);
  EXPECT_EQ(idle.max_sm_megahertz, 1980u);
  EXPECT_EQ(idle.driver, "570.1");
  EXPECT_TRUE(idle.slowed_by.empty());
  const fake_script script{{"THROTTLE", "36"}};
  EXPECT_EQ(read_gpu_clocks(fake_bus_id, test::fake_nvml).slowed_by,
            (std::vector<std::string_view>{"power cap", "temperature, by software"}));
}

TEST(nvml, clocks_that_an_old_driver_does_not_report) {
  const gpu_clocks unknown = read_gpu_clocks(fake_bus_id, test::fake_nvml_without_readings);
  EXPECT_EQ(unknown.sm_megahertz, 0u);
  EXPECT_TRUE(unknown.driver.empty() && unknown.slowed_by.empty());
  EXPECT_FALSE(read_gpu_clocks(device{}).has_value());
}

}  // namespace
}  // namespace fathom
