// A file of known size, mapped for writing anywhere in it: results that are larger than memory.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace fathom {

/// The right to write a file, which one run at a time has: a lock that the system releases however the run ends.
class write_lock {
 public:
  write_lock() = default;
  /// Locks a file that is there; holds nothing where it is not. Throws error_category::output where another run has the lock.
  explicit write_lock(const std::filesystem::path& file);
  write_lock(write_lock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  write_lock& operator=(write_lock&& other) noexcept;
  ~write_lock();

  /// A new file in place of the one that this lock holds. Throws error_category::output, as the constructor and for other causes.
  [[nodiscard]] static write_lock create(const std::filesystem::path& file, mode_t mode);
  [[nodiscard]] bool held() const noexcept { return descriptor_ >= 0; }
  /// Whether `file` still names what was locked.
  [[nodiscard]] bool is_named(const std::filesystem::path& file) const noexcept;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_ = -1;
};

struct mapped_output {
  std::shared_ptr<void> mapping;  ///< unmaps with its last copy
  std::span<std::byte> bytes;

  /// A new file of `size` bytes, all zero, in place of what has the name. Its space is reserved: a disk that is too small is an
  /// error now, not a signal later. Throws error_category::output.
  [[nodiscard]] static mapped_output create(const std::filesystem::path& file, std::size_t size);
  /// The same for a new file that is locked.
  [[nodiscard]] static mapped_output create(const std::filesystem::path& file, std::size_t size, const write_lock& lock);
  /// A file that is there. Throws error_category::output.
  [[nodiscard]] static mapped_output open(const std::filesystem::path& file);

  /// Waits until the disk has everything. Throws error_category::output.
  void flush(const std::filesystem::path& file) const;
};

}  // namespace fathom
