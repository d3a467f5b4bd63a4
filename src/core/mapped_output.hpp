// A file of known size, mapped for writing anywhere in it: results that are larger than memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace fathom {

struct mapped_output {
  std::shared_ptr<void> mapping;  ///< unmaps with its last copy
  std::span<std::byte> bytes;

  /// A new file of `size` bytes, all zero, in place of what has the name. Its space is reserved: a disk that is too small is an
  /// error now, not a signal later. Throws error_category::output.
  [[nodiscard]] static mapped_output create(const std::filesystem::path& file, std::size_t size);
  /// A file that is there. Throws error_category::output.
  [[nodiscard]] static mapped_output open(const std::filesystem::path& file);

  /// Waits until the disk has everything. Throws error_category::output.
  void flush(const std::filesystem::path& file) const;
};

}  // namespace fathom
