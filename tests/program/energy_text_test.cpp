// Text on the energy of all devices.
#include <gtest/gtest.h>

#include "options/energy_option.hpp"

namespace fathom::program {
namespace {

search_energy measured() {
  rank_energy e;
  e.devices = 2;
  e.joules = 120, e.uncertainty_joules = 6.5, e.seconds = 2;
  return {e, 640, 2.4e9};
}

TEST(energy_text, has_joules_of_all_devices_and_of_a_search) {
  EXPECT_EQ(energy_text(measured()),
            "energy of 2 devices: 120 J +- 6.50 J in 2.00 s, 60.0 W; 640 searches, 188 mJ each, 20.0 MTEPS/W\n");
}

TEST(energy_text, says_what_was_not_measured) {
  search_energy some = measured();
  some.energy.unmeasured = 1;
  some.energy.why_not = "rank 2: no counter here";
  EXPECT_EQ(energy_text(some),
            "energy of 2 of 3 devices: 120 J +- 6.50 J in 2.00 s, 60.0 W; 640 searches, 188 mJ each, 20.0 MTEPS/W\n"
            "  not all were measured; rank 2: no counter here\n");
  some.energy.devices = 0;
  EXPECT_EQ(energy_text(some), "energy: not measured; rank 2: no counter here\n");
}

}  // namespace
}  // namespace fathom::program
