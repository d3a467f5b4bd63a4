// A file that appears under its name whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace fathom {

/// Buffers writes into a temporary file beside the target; commit() renames it into place; without commit() it is removed.
/// A target that is no regular file (/dev/full, a pipe) is written directly. Failures throw error_category::output with file and
/// cause.
class output_file {
 public:
  explicit output_file(std::filesystem::path target);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Hands everything written so far to the system, so that commit() can hardly fail any more.
  void flush();
  /// Flushes, closes and renames. Nothing may be written after it.
  void commit();

 private:
  void write_through(const void* data, std::size_t bytes);
  [[noreturn]] void fail(int code) const;

  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty where the target is written directly
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace fathom
