// Message about a file that cannot be read.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace fathom {

/// "FILE: cannot be read: REASON", with a remedy for a URL. `code` is that of errno.
[[nodiscard]] inline std::string read_failure(const std::filesystem::path& file, int code) {
  constexpr std::string_view local = "file://", mark = "://";
  const std::string name = file.string();
  std::string reason = std::strerror(code);
  if (name.starts_with(local)) {
    reason = fmt::format("URLs are not supported; use the path '{}'", name.substr(local.size()));
  } else if (name.starts_with("http") && name.find(mark) != name.npos) {
    reason = fmt::format("URLs are not supported; download it first: curl -LO '{}'", name);
  } else if (name.find(mark) != name.npos) {
    reason = "URLs are not supported; download it first";
  }
  return fmt::format("{}: cannot be read: {}", name, reason);
}

}  // namespace fathom
