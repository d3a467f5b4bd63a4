// Message about a file that cannot be read.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <string>

namespace fathom {

/// "FILE: cannot be read: REASON", with a remedy for a URL. `code` is that of errno.
[[nodiscard]] inline std::string read_failure(const std::filesystem::path& file, int code) {
  const std::string name = file.string();
  const bool is_url = name.find("://") != name.npos;
  return fmt::format("{}: cannot be read: {}", name,
                     is_url ? fmt::format("URLs are not supported; download it first: curl -LO '{}'", name) : std::strerror(code));
}

}  // namespace fathom
