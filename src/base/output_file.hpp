// Atomic output files: each appears under its name complete or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/fault_table.hpp"
#include "fathom/error.hpp"

namespace fathom {

/// Whether writes to `file` take effect at once and cannot be undone: a pipe, a device, or a file that the process already has
/// open under a name such as /dev/stdout, /dev/fd/3 or a link to one of them.
[[nodiscard]] bool is_stream(const std::filesystem::path& file);

/// The file that a chain of symbolic links leads to; it need not exist.
[[nodiscard]] std::filesystem::path link_target(const std::filesystem::path& file);

/// Thrown when the reader of standard output has closed it. The command line then exits silently, as on SIGPIPE.
class reader_gone : public error {
 public:
  reader_gone() : error(error_category::output, "standard output: was closed by its reader") {}
};

/// Buffers writes into a temporary file beside the target, under a name unique to this run. commit() renames it into place; without
/// commit() the destructor removes it. A symbolic link is kept, and the file that it points to is replaced. A replaced file keeps
/// its mode. A stream is written directly; if a write blocks, `stop` ends it with error_category::cancelled. Other failures throw
/// error_category::output, naming the file and the cause.
class output_file {
 public:
  explicit output_file(std::filesystem::path target, std::stop_token stop = {});
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  void write(const void* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Flushes the buffer and waits until all bytes are on disk, so that publish() is unlikely to fail.
  void sync();
  /// Renames the temporary file to the target; call after sync().
  void publish();
  /// Calls sync() and publish(). Nothing may be written afterward.
  void commit();

  /// The target with symbolic links resolved.
  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }

 private:
  void open_stream();
  void open_beside();
  void flush();
  void write_through(const void* data, std::size_t bytes);
  void write_to_disk(const char* data, std::size_t bytes);
  [[noreturn]] void fail(int code) const;

  std::filesystem::path name_;  ///< as passed by the caller, for messages
  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty if the target is written directly
  std::stop_token stop_;
  std::string buffer_;
  std::uint64_t written_ = 0, started_ = 0;  ///< bytes handed to the system; bytes whose write-back has started
  int descriptor_ = -1;
  bool waits_ = false;  ///< whether a write may block on a reader
  fault_slot slot_ = -1;
};

/// The files of one result. They are renamed into place together, so that files of different runs are never mixed.
class output_group {
 public:
  explicit output_group(std::stop_token stop = {}) : stop_(std::move(stop)) {}

  /// The first file added is the main file, which is renamed last.
  output_file& add(const std::filesystem::path& file);
  /// Marks a file that only an earlier result has: commit() removes it.
  void leave_out(const std::filesystem::path& file);
  /// Publishes all files. Throws error_category::output.
  void commit();

 private:
  std::stop_token stop_;
  std::vector<std::unique_ptr<output_file>> files_;
  std::vector<std::filesystem::path> left_out_;
};

}  // namespace fathom
