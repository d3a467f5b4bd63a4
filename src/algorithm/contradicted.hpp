// Where two validators disagree.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace fathom {

/// Throws error_category::device: `where` has refuted `what` ("a search") from a source, by its name, and the CPU has not.
[[noreturn]] inline void fail_contradicted(device where, std::string_view what, std::string_view source) {
  throw error(error_category::device, fmt::format("{} refutes {} from {} that the CPU finds valid: one of the two is wrong; "
                                                  "validate on the device cpu, and report this",
                                                  to_string(where), what, source));
}

}  // namespace fathom
