// The device that the same tests run on once more.
#pragma once

#include <cstdlib>
#include <string>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace fathom::test {

/// The device that FATHOM_TEST_DEVICE names, else the CPU.
inline device tested_device() {
  static const device chosen = [] {
    const char* name = std::getenv("FATHOM_TEST_DEVICE");
    return name ? choose_device(name) : device{};
  }();
  return chosen;
}

inline constexpr int exit_skipped = 77;  ///< what ctest counts as a skip (SKIP_RETURN_CODE)

/// Why no test can run: the device is not there. Empty where it is.
inline std::string why_no_tested_device() {
  try {
    static_cast<void>(tested_device());
    return "";
  } catch (const error& e) {
    return e.what();
  }
}

}  // namespace fathom::test
