#include "core/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr mode_t new_file_mode = 0666;  // within the caller's umask

}  // namespace

output_file::output_file(std::filesystem::path target) : target_(std::move(target)) {
  buffer_.reserve(buffer_bytes);  // before the file is there: what throws here must not leave it behind
  std::error_code ignored;
  const bool direct = std::filesystem::exists(target_, ignored) && !std::filesystem::is_regular_file(target_, ignored);
  if (!direct) temporary_ = target_.string() + fmt::format(".{}.part", ::getpid());
  const std::filesystem::path& file = direct ? target_ : temporary_;
  descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | (direct ? 0 : O_EXCL) | O_CLOEXEC, new_file_mode);
  if (descriptor_ < 0) {
    const int code = errno;
    temporary_.clear();
    fail(code);
  }
}

output_file::~output_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void output_file::write(const void* data, std::size_t bytes) {
  if (buffer_.size() + bytes > buffer_bytes) flush();
  if (bytes > buffer_bytes) return write_through(data, bytes);
  buffer_.append(static_cast<const char*>(data), bytes);
}

void output_file::commit() {
  flush();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void output_file::flush() {
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void output_file::write_through(const void* data, std::size_t bytes) {
  const char* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(descriptor_, next, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void output_file::fail(int code) const {
  throw error(error_category::output, fmt::format("{}: cannot be written: {}", target_.string(), std::strerror(code)));
}

}  // namespace fathom
