// Memory-mapped output file of known size, for results larger than memory. Any part of it can be written at any time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace fathom {

/// Exclusive write lock on a file, held by one run at a time. The system releases it however the run ends.
class write_lock {
 public:
  write_lock() = default;
  /// Locks an existing file; holds no lock if the file does not exist. Throws error_category::output if another run holds the lock.
  explicit write_lock(const std::filesystem::path& file);
  write_lock(write_lock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  write_lock& operator=(write_lock&& other) noexcept;
  ~write_lock();

  /// Creates and locks a new file, replacing any file of that name. Throws error_category::output if another run holds the lock or
  /// the file cannot be created.
  [[nodiscard]] static write_lock create(const std::filesystem::path& file, mode_t mode);
  [[nodiscard]] bool held() const noexcept { return descriptor_ >= 0; }
  /// Whether `file` still names the locked file.
  [[nodiscard]] bool is_named(const std::filesystem::path& file) const noexcept;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_ = -1;
};

struct mapped_output {
  std::shared_ptr<void> mapping;  ///< the last copy unmaps the file
  std::span<std::byte> bytes;

  /// Creates a file of `size` zero bytes, replacing any file of that name. Disk space is reserved: a full disk is an error now
  /// instead of a signal later. Throws error_category::output.
  [[nodiscard]] static mapped_output create(const std::filesystem::path& file, std::size_t size);
  /// The same for a new file that `lock` already holds.
  [[nodiscard]] static mapped_output create(const std::filesystem::path& file, std::size_t size, const write_lock& lock);
  /// Maps an existing file. Throws error_category::output.
  [[nodiscard]] static mapped_output open(const std::filesystem::path& file);

  /// Waits until all bytes are on disk. Throws error_category::output.
  void flush(const std::filesystem::path& file) const;
};

}  // namespace fathom
