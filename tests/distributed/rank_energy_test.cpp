// Energy over all processes: each device counts once even if shared; unreadable meters are reported and end nothing.
#include "fathom/distributed/energy.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "energy/distributed/process_meter.hpp"
#include "fathom/energy.hpp"
#include "fathom/error.hpp"
#include "fathom/graph500.hpp"
#include "partitioned.hpp"

namespace fathom {
namespace {

using test::ranks;

constexpr double watts = 40;

// Device of constant power with an energy counter; readings may fail from the nth on.
class steady_source final : public energy_source {
 public:
  explicit steady_source(int readings = 1'000'000) : left_(readings) {}
  [[nodiscard]] energy_sample read() override {
    if (left_-- <= 0) throw error(error_category::device, "the device is lost");
    return {watts * std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(), watts};
  }
  [[nodiscard]] double accuracy() const override { return 0.05; }
  [[nodiscard]] double power_averaged_seconds() const override { return 0; }

 private:
  int left_;
};

std::unique_ptr<energy_source> steady() { return std::make_unique<steady_source>(); }

void work() { std::this_thread::sleep_for(std::chrono::milliseconds(150)); }

TEST(rank_energy, adds_up_all_devices) {
  process_meter meter(ranks(), static_cast<std::uint64_t>(ranks().rank()), steady);
  for (int window = 0; window < 2; ++window) {
    meter.start();
    work();
    const rank_energy all = meter.stop();
    EXPECT_EQ(all.devices, ranks().size());
    EXPECT_EQ(all.unmeasured, 0);
    EXPECT_EQ(all.why_not, "");
    EXPECT_GE(all.seconds, 0.15);
    EXPECT_GE(all.joules, ranks().size() * watts * 0.15);
    EXPECT_LE(all.joules, ranks().size() * watts * all.seconds + all.uncertainty_joules);
    EXPECT_GT(all.uncertainty_joules, 0.04 * all.joules);
  }
}

TEST(rank_energy, reads_a_device_once_that_ranks_share) {
  const std::uint64_t pair = static_cast<std::uint64_t>(ranks().rank()) / 2;
  int opened = 0;
  process_meter meter(ranks(), pair, [&] {
    ++opened;
    return steady();
  });
  EXPECT_EQ(opened, ranks().rank() % 2 == 0 ? 1 : 0);
  meter.start();
  work();
  EXPECT_EQ(meter.stop().devices, (ranks().size() + 1) / 2);
}

TEST(rank_energy, says_what_cannot_be_read) {
  const int last = ranks().size() - 1;
  process_meter meter(ranks(), static_cast<std::uint64_t>(ranks().rank()), [&]() -> std::unique_ptr<energy_source> {
    if (ranks().rank() == last) throw error(error_category::device, "no counter here");
    return steady();
  });
  meter.start();
  work();
  const rank_energy some = meter.stop();
  EXPECT_EQ(some.devices, last);
  EXPECT_EQ(some.unmeasured, 1);
  EXPECT_EQ(some.why_not, last == 0 ? "no counter here" : "rank " + std::to_string(last) + ": no counter here");
  EXPECT_EQ(some.joules > 0, last > 0);
}

TEST(rank_energy, continues_if_a_device_is_lost_in_a_window) {
  process_meter meter(ranks(), static_cast<std::uint64_t>(ranks().rank()),
                      [] { return std::make_unique<steady_source>(ranks().rank() == 0 ? 3 : 1'000'000); });
  meter.start();
  work();
  const rank_energy some = meter.stop();
  EXPECT_EQ(some.devices, ranks().size() - 1);
  EXPECT_NE(some.why_not.find("the device is lost"), std::string::npos);
}

TEST(rank_energy, windows_do_not_overlap) {
  process_meter meter(ranks(), 0, steady);
  EXPECT_THROW(static_cast<void>(meter.stop()), error);
  meter.start();
  EXPECT_THROW(meter.start(), error);
  work();
  EXPECT_EQ(meter.stop().devices, 1);
}

// The host's packages if they can be read; otherwise the reason is that of a single-process meter.
TEST(rank_energy, of_graph500_is_measured_or_says_why_not) {
  graph500_options options;
  options.scale = 8, options.roots = 2;
  options.ranks = &ranks();
  options.control = test::rank_control();
  EXPECT_FALSE(graph500(options).energy);
  options.energy_seconds = 0.2;
  const graph500_result result = graph500(options);
  ASSERT_TRUE(result.valid) << result.message;
  ASSERT_TRUE(result.energy);
  EXPECT_EQ(result.bfs.size(), 2u);  // repeated searches are not part of the statistics
  EXPECT_GE(result.energy->searches, 2u);
  EXPECT_EQ(result.energy->searches % 2, 0u);
  EXPECT_EQ(result.energy->edges, static_cast<double>(result.energy->searches / 2 * (result.bfs[0].edges + result.bfs[1].edges)));
  const rank_energy& all = result.energy->energy;
  EXPECT_EQ(all.devices + all.unmeasured, 1);  // all processes of a test are on one host
  const std::string why = why_no_energy({});
  EXPECT_EQ(all.why_not, why.empty() || ranks().size() == 1 ? why : "rank 0: " + why);
  options.energy_seconds = -1;
  EXPECT_THROW(static_cast<void>(graph500(options)), error);
}

}  // namespace
}  // namespace fathom
