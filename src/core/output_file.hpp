// A file that appears under its name whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace fathom {

/// Whether what is written to `file` flows on at once, where nothing can be taken back: a pipe, a device, or a file that the
/// process has open, as /dev/stdout, /dev/fd/3 and links to them name it.
[[nodiscard]] bool is_stream(const std::filesystem::path& file);

/// Buffers writes into a temporary file beside the target; commit() renames it into place; without commit() it is removed.
/// A link stays: the file that it points to is replaced. A file that was there keeps its mode. A stream is written directly.
/// Failures throw error_category::output with file and cause.
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
  void open_stream();
  void open_beside();
  void write_through(const void* data, std::size_t bytes);
  [[noreturn]] void fail(int code) const;

  std::filesystem::path name_;       ///< as it was given, for messages
  std::filesystem::path target_;     ///< where its links lead
  std::filesystem::path temporary_;  ///< empty where the target is written directly
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace fathom
