#include "base/interruptible.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/read_failure.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr int stop_poll_ms = 50;     // interval between polls of the stop token
constexpr int wait_forever_ms = -1;  // for callers without a stop token
constexpr int reader_retry_ms = 20;  // interval between attempts to open a FIFO that has no reader

void throw_if_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw error(error_category::cancelled, "stopped on request");
}

bool names_fifo(const std::filesystem::path& file) {
  struct stat about {};
  return ::stat(file.c_str(), &about) == 0 && S_ISFIFO(about.st_mode);
}

}  // namespace

bool may_wait(int descriptor) noexcept {
  struct stat about {};
  return ::fstat(descriptor, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

void wait_until_ready(int descriptor, short events, const std::stop_token& stop) {
  pollfd waiting{descriptor, events, 0};
  for (int timeout = 0;;) {
    const int ready = ::poll(&waiting, 1, timeout);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;  // the read or write that follows reports the error
    throw_if_stopped(stop);
    timeout = stop.stop_possible() ? stop_poll_ms : wait_forever_ms;
  }
}

int open_stream_for_writing(const std::filesystem::path& file, const std::stop_token& stop) {
  while (true) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor >= 0 || (errno != ENXIO && errno != EINTR)) return descriptor;
    if (errno == ENXIO && !names_fifo(file)) return -1;
    throw_if_stopped(stop);
    ::poll(nullptr, 0, reader_retry_ms);
  }
}

int write_fully(int descriptor, const void* data, std::size_t bytes, bool waits, const std::stop_token& stop) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    std::size_t count = bytes;
    if (waits) {
      wait_until_ready(descriptor, POLLOUT, stop);
      count = std::min<std::size_t>(bytes, PIPE_BUF);  // a ready pipe accepts this many bytes without blocking
    }
    const ssize_t written = ::write(descriptor, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      wait_until_ready(descriptor, POLLOUT, stop);
      continue;
    }
    if (written < 0) return errno;
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
  return 0;
}

input_stream::input_stream(const std::filesystem::path& file, std::stop_token stop) : file_(file), stop_(std::move(stop)) {
  // Without O_NONBLOCK, opening a FIFO blocks until it has a writer. poll() in read() waits instead and can be interrupted.
  descriptor_ = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  waits_ = may_wait(descriptor_);
}

input_stream::~input_stream() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::size_t input_stream::read(void* to, std::size_t bytes) {
  while (true) {
    if (waits_) wait_until_ready(descriptor_, POLLIN, stop_);
    const ssize_t got = ::read(descriptor_, to, bytes);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && errno != EAGAIN) fail(errno);
    throw_if_stopped(stop_);
  }
}

void input_stream::fail(int code) const { throw error(error_category::input, read_failure(file_, code)); }

}  // namespace fathom
