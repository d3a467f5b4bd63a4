// Reading, writing and opening that heed the stop token while a pipe is silent.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>

namespace fathom {

/// Whether a read from or a write to `descriptor` may wait for another process: true for all but regular files and directories.
[[nodiscard]] bool may_wait(int descriptor) noexcept;

/// Waits until `descriptor` is ready for poll()'s `events`. Throws error_category::cancelled once `stop` is requested; a descriptor
/// that is ready never throws.
void wait_until_ready(int descriptor, short events, const std::stop_token& stop);

/// Opens for writing; of a FIFO it waits for a reader. Returns the descriptor, or -1 with errno. Throws as wait_until_ready().
[[nodiscard]] int open_stream_for_writing(const std::filesystem::path& file, const std::stop_token& stop);

/// Writes everything. Returns 0 or the error number. `waits`: what may_wait() says of the descriptor. Throws as wait_until_ready().
[[nodiscard]] int write_fully(int descriptor, const void* data, std::size_t bytes, bool waits, const std::stop_token& stop);

/// A file, device or pipe that is read from its beginning to its end.
class input_stream {
 public:
  /// "-" is standard input. A FIFO without a writer is waited for in read(). Throws error_category::input.
  input_stream(const std::filesystem::path& file, std::stop_token stop);
  input_stream(const input_stream&) = delete;
  input_stream& operator=(const input_stream&) = delete;
  ~input_stream();

  /// Reads up to `bytes` and at least one; returns 0 at the end. Throws error_category::input, and error_category::cancelled.
  [[nodiscard]] std::size_t read(void* to, std::size_t bytes);

 private:
  [[noreturn]] void fail(int code) const;

  std::filesystem::path file_;
  std::stop_token stop_;
  int descriptor_ = -1;
  bool waits_ = false;
};

}  // namespace fathom
