// Usage errors with formatted messages.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "fathom/error.hpp"

namespace fathom {

/// Throws error_category::usage with a formatted message.
template <class... Args>
[[noreturn]] void fail_usage(fmt::format_string<Args...> text, Args&&... args) {
  throw error(error_category::usage, fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace fathom
