// main() of the tests that run on the device FATHOM_TEST_DEVICE names. Where it is not there, nothing is tested, visibly.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace {

constexpr int exit_skipped = 77;  // what ctest counts as a skip (SKIP_RETURN_CODE)

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* const name = std::getenv("FATHOM_TEST_DEVICE");
  try {
    if (name) (void)fathom::choose_device(name);
  } catch (const fathom::error& e) {
    std::printf("skipped: %s\n", e.what());
    return exit_skipped;
  }
  return RUN_ALL_TESTS();
}
