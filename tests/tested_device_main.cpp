// main() of the tests that run on the device named by FATHOM_TEST_DEVICE. Without that device it prints why and exits as skipped.
#include <gtest/gtest.h>

#include <cstdio>

#include "tested_device.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const std::string why = fathom::test::why_no_tested_device(); !why.empty()) {
    std::printf("skipped: %s\n", why.c_str());
    return fathom::test::exit_skipped;
  }
  return RUN_ALL_TESTS();
}
