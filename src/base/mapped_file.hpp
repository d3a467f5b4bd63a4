// Read-only memory-mapped file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace fathom {

struct mapped_file {
  std::shared_ptr<void> mapping;     ///< the last copy unmaps the file
  std::span<const std::byte> bytes;  ///< empty for an empty file
  std::uint64_t device = 0, inode = 0;

  /// Pages are read one at a time on first access, so that inspecting a header reads only the header; read_ahead() turns read-ahead
  /// on. Throws error_category::input for a missing or unreadable file or a directory, naming it.
  [[nodiscard]] static mapped_file open(const std::filesystem::path& file);

  /// Throws error_category::input if `file` has been truncated since it was opened: the bytes read last may be zeros.
  void require_whole(const std::filesystem::path& file) const;
};

/// Enables the system's read-ahead for these mapped bytes, all of which will be used.
void read_ahead(std::span<const std::byte> bytes) noexcept;

}  // namespace fathom
