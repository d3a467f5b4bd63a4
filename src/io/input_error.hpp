// Errors for invalid files, used by the readers of binary formats.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "fathom/error.hpp"

namespace fathom::io {

/// Throws error_category::input with "FILE: " and the formatted message.
template <class... Arguments>
[[noreturn]] void bad_input(const std::filesystem::path& file, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw error(error_category::input, file.string() + ": " + fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace fathom::io
