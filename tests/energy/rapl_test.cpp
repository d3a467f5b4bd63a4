// RAPL counters, simulated by files.
#include "energy/rapl_source.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "fathom/energy.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

class powercap : public testing::Test {
 protected:
  powercap() : folder_(testing::TempDir() + "powercap." + std::to_string(::getpid())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~powercap() override { std::filesystem::remove_all(folder_); }

  void zone(const std::string& folder, const std::string& name, const std::string& microjoules) const {
    std::filesystem::create_directories(folder_ / folder);
    std::ofstream(folder_ / folder / "name") << name << "\n";
    std::ofstream(folder_ / folder / "max_energy_range_uj") << 10'000'000 << "\n";
    counts(folder, microjoules);
  }
  void counts(const std::string& folder, const std::string& microjoules) const {
    std::ofstream(folder_ / folder / "energy_uj") << microjoules << "\n";
  }
  [[nodiscard]] rapl_source open() const { return rapl_source(folder_); }

  std::filesystem::path folder_;
};

TEST_F(powercap, packages_and_their_memory_are_added_up) {
  zone("intel-rapl:0", "package-0", "1000000");
  zone("intel-rapl:1", "package-1", "5000000");
  zone("intel-rapl:0:0", "core", "0");
  zone("intel-rapl:0:1", "dram", "2000000");
  zone("intel-rapl:2", "psys", "0");
  zone("intel-rapl-mmio:0", "package-0", "0");
  rapl_source source = open();
  EXPECT_DOUBLE_EQ(*source.read().joules, 0);
  counts("intel-rapl:0", "1500000"), counts("intel-rapl:1", "5250000"), counts("intel-rapl:0:1", "3000000");
  counts("intel-rapl:0:0", "9000000"), counts("intel-rapl:2", "9000000"), counts("intel-rapl-mmio:0", "9000000");
  const energy_sample seen = source.read();
  EXPECT_DOUBLE_EQ(*seen.joules, 1.75);
  EXPECT_FALSE(seen.watts);
}

TEST_F(powercap, a_counter_starts_again) {
  zone("intel-rapl:0", "package-0", "9999000");
  rapl_source source = open();
  counts("intel-rapl:0", "1000");
  EXPECT_DOUBLE_EQ(*source.read().joules, 0.002);
  counts("intel-rapl:0", "2000");
  EXPECT_DOUBLE_EQ(*source.read().joules, 0.003);
}

TEST_F(powercap, where_nothing_counts) {
  test::expect_error(error_category::device, "no RAPL package counter", [&] { (void)open(); });
  zone("intel-rapl:0:0", "core", "0");
  test::expect_error(error_category::device, "no RAPL package counter", [&] { (void)open(); });
  std::filesystem::remove_all(folder_);
  test::expect_error(error_category::device, "no RAPL package counter", [&] { (void)open(); });
}

TEST_F(powercap, files_that_say_nothing) {
  zone("intel-rapl:0", "package-0", "none");
  test::expect_error(error_category::device, "energy_uj does not contain a number", [&] { (void)open(); });
  std::filesystem::remove(folder_ / "intel-rapl:0" / "energy_uj");
  test::expect_error(error_category::device, "energy_uj cannot be read", [&] { (void)open(); });
}

TEST_F(powercap, a_counter_that_disappears) {
  zone("intel-rapl:0", "package-0", "7");
  rapl_source source = open();
  std::filesystem::remove_all(folder_ / "intel-rapl:0");
  test::expect_error(error_category::device, "cannot be read", [&] { (void)source.read(); });
}

}  // namespace
}  // namespace fathom
