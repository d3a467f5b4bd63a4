#include "core/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "fathom/error.hpp"

namespace fathom {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr mode_t new_file_mode = 0666;  // within the caller's umask
constexpr mode_t permission_bits = 07777;
constexpr int most_links = 40;  // in a row, as Linux has it

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

// There a link stands for an open file and not for a name: following it would lead to a name that may mean another file by now.
bool lies_in_proc(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::canonical(folder_of(file), unknown);
  return !unknown && (folder / "").native().starts_with("/proc/");
}

// Where the links lead, of which the last may point to a file that is yet to be made.
std::filesystem::path without_links(std::filesystem::path file) {
  for (int links = 0; links < most_links && !lies_in_proc(file); ++links) {
    std::error_code no_link;
    const std::filesystem::path next = std::filesystem::read_symlink(file, no_link);
    if (no_link) break;
    file = folder_of(file) / next;
  }
  return file;
}

bool is_stream_itself(const std::filesystem::path& target) {
  if (lies_in_proc(target)) return true;
  struct stat about {};
  return ::stat(target.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

// The number of this process's open file that `target` names, or -1.
int own_descriptor(const std::filesystem::path& target) {
  std::error_code unknown;
  if (!std::filesystem::equivalent(folder_of(target), "/proc/self/fd", unknown)) return -1;
  const std::string name = target.filename().string();
  int number = -1;
  const auto [stop, status] = std::from_chars(name.data(), name.data() + name.size(), number);
  return status == std::errc{} && stop == name.data() + name.size() ? number : -1;
}

}  // namespace

bool is_stream(const std::filesystem::path& file) { return is_stream_itself(without_links(file)); }

output_file::output_file(std::filesystem::path target) : name_(std::move(target)), target_(without_links(name_)) {
  buffer_.reserve(buffer_bytes);  // before the file is there: what throws here must not leave it behind
  if (is_stream_itself(target_)) {
    open_stream();
  } else {
    open_beside();
  }
}

void output_file::open_stream() {
  // Opened by name, a file would be written from its start, over what the process has written to it already.
  const int open_already = own_descriptor(target_);
  descriptor_ = open_already >= 0 ? ::fcntl(open_already, F_DUPFD_CLOEXEC, 0) : ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
}

void output_file::open_beside() {
  struct stat before {};
  const bool replaces = ::stat(target_.c_str(), &before) == 0;
  if (!replaces && errno == ELOOP) fail(ELOOP);
  if (replaces && S_ISDIR(before.st_mode)) fail(EISDIR);
  const mode_t mode = replaces ? before.st_mode & permission_bits : new_file_mode;
  temporary_ = target_.string() + fmt::format(".{}.part", ::getpid());
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor_ < 0) fail(errno);
  // open() took away what the umask forbids to new files. A file system without modes has none to keep.
  if (replaces) static_cast<void>(::fchmod(descriptor_, mode));
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
  throw error(error_category::output, fmt::format("{}: cannot be written: {}", name_.string(), std::strerror(code)));
}

}  // namespace fathom
