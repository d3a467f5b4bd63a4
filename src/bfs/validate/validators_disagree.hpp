// Error for validators that disagree.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "fathom/device.hpp"
#include "fathom/error.hpp"

namespace fathom {

/// Throws error_category::device: the device `where` rejected `what` ("a search") from `source` (its name), the CPU accepted it.
[[noreturn]] inline void fail_validators_disagree(device where, std::string_view what, std::string_view source) {
  throw error(error_category::device, fmt::format("{} rejects {} from {} that the CPU accepts as valid: one of the two is wrong; "
                                                  "validate on the cpu, and report this bug",
                                                  to_string(where), what, source));
}

}  // namespace fathom
