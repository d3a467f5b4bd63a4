// The device that the same tests run on once more.
#pragma once

#include <cstdlib>

#include "fathom/device.hpp"

namespace fathom::test {

/// The device that FATHOM_TEST_DEVICE names, else the CPU.
inline device tested_device() {
  static const device chosen = [] {
    const char* name = std::getenv("FATHOM_TEST_DEVICE");
    return name ? choose_device(name) : device{};
  }();
  return chosen;
}

}  // namespace fathom::test
