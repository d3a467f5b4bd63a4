// A file mapped for reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace fathom {

struct mapped_file {
  std::shared_ptr<void> mapping;     ///< unmaps with its last copy
  std::span<const std::byte> bytes;  ///< empty for an empty file
  std::uint64_t device = 0, inode = 0;

  /// Pages are read one by one as they are touched, so that a look at the first bytes costs no more than that; read_ahead() ends
  /// it. Throws error_category::input for a missing or unreadable file or a directory, naming it.
  [[nodiscard]] static mapped_file open(const std::filesystem::path& file);

  /// Throws error_category::input where `file`, which was opened, has become shorter since: what was read last may be zeros.
  void require_whole(const std::filesystem::path& file) const;
};

/// Says that all of these mapped bytes will be used: from now on the system reads ahead of the touches.
void read_ahead(std::span<const std::byte> bytes) noexcept;

}  // namespace fathom
