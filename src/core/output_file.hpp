// Files that appear under their names whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault_table.hpp"
#include "fathom/error.hpp"

namespace fathom {

/// Whether what is written to `file` flows on at once, where nothing can be taken back: a pipe, a device, or a file that the
/// process has open, as /dev/stdout, /dev/fd/3 and links to them name it.
[[nodiscard]] bool is_stream(const std::filesystem::path& file);

/// The file that the symbolic links lead to, which may be missing.
[[nodiscard]] std::filesystem::path link_target(const std::filesystem::path& file);

/// The reader of standard output has closed it. A program ends without a message, as if SIGPIPE had ended it.
class reader_gone : public error {
 public:
  reader_gone() : error(error_category::output, "standard output: its reader has closed it") {}
};

/// Buffers writes into a temporary file beside the target, whose name no other run uses; commit() renames it into place; without
/// commit() it is removed. A link stays: the file that it points to is replaced. A file that was there keeps its mode. A stream is
/// written directly; where it waits for its reader, `stop` ends that with error_category::cancelled. Other failures throw
/// error_category::output with file and cause.
class output_file {
 public:
  explicit output_file(std::filesystem::path target, std::stop_token stop = {});
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Writes what is buffered and waits until the disk has everything, so that publish() can hardly fail any more.
  void sync();
  /// Gives the file its name; after sync().
  void publish();
  /// Both. Nothing may be written after it.
  void commit();

  /// Where the links lead.
  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }

 private:
  void open_stream();
  void open_beside();
  void flush();
  void write_through(const void* data, std::size_t bytes);
  void write_to_disk(const char* data, std::size_t bytes);
  [[noreturn]] void fail(int code) const;

  std::filesystem::path name_;  ///< as it was given, for messages
  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty where the target is written directly
  std::stop_token stop_;
  std::string buffer_;
  std::uint64_t written_ = 0, started_ = 0;  ///< bytes handed to the system; bytes whose write-back has started
  int descriptor_ = -1;
  bool waits_ = false;  ///< writing may wait for a reader
  fault_slot slot_ = -1;
};

/// The files of one result. They get their names together, so that no file of one run stands beside those of another.
class output_group {
 public:
  explicit output_group(std::stop_token stop = {}) : stop_(std::move(stop)) {}

  /// The first is the main file, which gets its name last.
  output_file& add(const std::filesystem::path& file);
  /// A file of an earlier result that this result does not have: commit() removes it.
  void leave_out(const std::filesystem::path& file);
  /// Throws error_category::output.
  void commit();

 private:
  std::stop_token stop_;
  std::vector<std::unique_ptr<output_file>> files_;
  std::vector<std::filesystem::path> left_out_;
};

}  // namespace fathom
