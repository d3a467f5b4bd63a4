// Selection of the device on which tests run.
#pragma once

#include <cstdlib>
#include <string>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace fathom::test {

/// The device named by FATHOM_TEST_DEVICE; the CPU if it is not set.
inline device tested_device() {
  static const device chosen = [] {
    const char* name = std::getenv("FATHOM_TEST_DEVICE");
    return name ? choose_device(name) : device{};
  }();
  return chosen;
}

inline constexpr int exit_skipped = 77;  ///< exit code that CTest reports as skipped (SKIP_RETURN_CODE)

/// Reason why the device is not available; empty if it is.
inline std::string why_no_tested_device() {
  try {
    static_cast<void>(tested_device());
    return "";
  } catch (const error& e) {
    return e.what();
  }
}

}  // namespace fathom::test
