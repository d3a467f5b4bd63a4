// A file mapped for reading.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace fathom {

struct mapped_file {
  std::shared_ptr<void> mapping;     ///< unmaps with its last copy
  std::span<const std::byte> bytes;  ///< empty for an empty file

  /// Throws error_category::input for a missing or unreadable file or a directory, naming it.
  [[nodiscard]] static mapped_file open(const std::filesystem::path& file);
};

}  // namespace fathom
