// Blocking file I/O (open, read, write) that polls the stop token while a pipe has no data or no reader.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>

namespace fathom {

/// Whether a read from or a write to `descriptor` may block on another process: true except for regular files and directories.
[[nodiscard]] bool may_wait(int descriptor) noexcept;

/// Waits until `descriptor` is ready for poll()'s `events`. Throws error_category::cancelled once `stop` is requested, except when
/// the descriptor is already ready.
void wait_until_ready(int descriptor, short events, const std::stop_token& stop);

/// Opens `file` for writing; waits until a FIFO has a reader. Returns the descriptor, or -1 with errno set. Throws as
/// wait_until_ready().
[[nodiscard]] int open_stream_for_writing(const std::filesystem::path& file, const std::stop_token& stop);

/// Writes all `bytes`. Returns 0 or the errno value. `waits` is the result of may_wait(descriptor). Throws as wait_until_ready().
[[nodiscard]] int write_fully(int descriptor, const void* data, std::size_t bytes, bool waits, const std::stop_token& stop);

/// Sequential reader of a file, device or pipe.
class input_stream {
 public:
  /// "-" is standard input. If a FIFO has no writer, read() waits for one. Throws error_category::input.
  input_stream(const std::filesystem::path& file, std::stop_token stop);
  input_stream(const input_stream&) = delete;
  input_stream& operator=(const input_stream&) = delete;
  ~input_stream();

  /// Reads between 1 and `bytes` bytes; returns 0 at the end of the input. Throws error_category::input and
  /// error_category::cancelled.
  [[nodiscard]] std::size_t read(void* to, std::size_t bytes);

 private:
  [[noreturn]] void fail(int code) const;

  std::filesystem::path file_;
  std::stop_token stop_;
  int descriptor_ = -1;
  bool waits_ = false;
};

}  // namespace fathom
