#include "base/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/interruptible.hpp"

namespace fathom {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;
constexpr mode_t new_file_mode = 0666;  // within the caller's umask
constexpr mode_t permission_bits = 07777;
constexpr int most_links = 40;  // length of a chain of symbolic links, Linux's own limit
// Write-back starts each time this much has been written, so that sync() has little left to wait for.
constexpr std::uint64_t write_back_bytes = std::uint64_t{32} << 20;
constexpr int most_name_attempts = 100;
constexpr int most_lock_attempts = 200;
constexpr auto lock_retry = std::chrono::milliseconds(10);
constexpr std::size_t longest_kept_name = 200;  // bytes of the target's name kept in the temporary name, which may have 255

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

// A link in /proc denotes an open file, not a name: following it would lead to a name that may denote another file by now.
bool lies_in_proc(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::canonical(folder_of(file), unknown);
  return !unknown && (folder / "").native().starts_with("/proc/");
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

std::uint64_t random_number() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) == sizeof number) return number;
  const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return now * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(::getpid());
}

// A name unique to this run. The process id would not be unique: in containers every run may have the same one.
std::filesystem::path temporary_name(const std::filesystem::path& target) {
  const std::string name = target.filename().string().substr(0, longest_kept_name);
  return target.parent_path() / fmt::format("{}.{:016x}.part", name, random_number());
}

// Keeps two runs from renaming files in the same folder at the same time, which takes milliseconds. Best effort: continues
// without a lock if the file system has none or if the lock cannot be acquired in time.
class folder_lock {
 public:
  explicit folder_lock(const std::filesystem::path& folder)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    for (int attempt = 0; descriptor_ >= 0 && attempt < most_lock_attempts; ++attempt) {
      if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
      std::this_thread::sleep_for(lock_retry);
    }
  }
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;
  ~folder_lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_;
};

}  // namespace

bool is_stream(const std::filesystem::path& file) { return is_stream_itself(link_target(file)); }

std::filesystem::path link_target(const std::filesystem::path& file) {
  std::filesystem::path target = file;
  for (int links = 0; links < most_links && !lies_in_proc(target); ++links) {
    std::error_code no_link;
    const std::filesystem::path next = std::filesystem::read_symlink(target, no_link);
    if (no_link) break;
    target = folder_of(target) / next;
  }
  return target;
}

output_file::output_file(std::filesystem::path target, std::stop_token stop)
    : name_(std::move(target)), target_(link_target(name_)), stop_(std::move(stop)) {
  buffer_.reserve(buffer_bytes);  // before the file is created: an exception here must not leave it behind
  if (is_stream_itself(target_)) {
    open_stream();
  } else {
    open_beside();
  }
}

void output_file::open_stream() {
  // Opening the file by name would write from its start, over what the process has already written to it.
  const int open_already = own_descriptor(target_);
  descriptor_ = open_already >= 0 ? ::fcntl(open_already, F_DUPFD_CLOEXEC, 0) : open_stream_for_writing(target_, stop_);
  if (descriptor_ < 0) fail(errno);
  waits_ = may_wait(descriptor_);
}

void output_file::open_beside() {
  struct stat before {};
  const bool replaces = ::stat(target_.c_str(), &before) == 0;
  if (!replaces && errno == ELOOP) fail(ELOOP);
  if (replaces && S_ISDIR(before.st_mode)) fail(EISDIR);
  const mode_t mode = replaces ? before.st_mode & permission_bits : new_file_mode;
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    temporary_ = temporary_name(target_);
    slot_ = register_temporary(temporary_.native(), temporary_kind::unfinished);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ >= 0) break;
    const int code = errno;
    unregister_temporary(slot_);
    if (code != EEXIST || attempt == most_name_attempts) fail(code);
  }
  // open() applied the umask, but a replaced file keeps its mode. Failure is ignored: some file systems have no modes.
  if (replaces) static_cast<void>(::fchmod(descriptor_, mode));
}

output_file::~output_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  unregister_temporary(slot_);
}

void output_file::write(const void* data, std::size_t bytes) {
  if (buffer_.size() + bytes > buffer_bytes) flush();
  if (bytes > buffer_bytes) return write_through(data, bytes);
  buffer_.append(static_cast<const char*>(data), bytes);
}

void output_file::sync() {
  flush();
  if (temporary_.empty()) return;
  while (::fdatasync(descriptor_) != 0) {
    if (errno == EINVAL || errno == ENOSYS) return;  // not supported by this file system
    if (errno != EINTR) fail(errno);
  }
}

void output_file::publish() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  unregister_temporary(slot_);
}

void output_file::commit() {
  sync();
  publish();
}

void output_file::flush() {
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void output_file::write_through(const void* data, std::size_t bytes) {
  if (temporary_.empty()) {
    if (const int code = write_fully(descriptor_, data, bytes, waits_, stop_); code != 0) fail(code);
    return;
  }
  write_to_disk(static_cast<const char*>(data), bytes);
}

void output_file::write_to_disk(const char* data, std::size_t bytes) {
  while (bytes > 0) {
    const std::size_t count = std::min<std::size_t>(bytes, write_back_bytes);
    if (const int code = write_fully(descriptor_, data, count, false, stop_); code != 0) {
      if (code != EFAULT) fail(code);
      const mapping_at lost = find_mapping(data);
      throw error(error_category::input, fmt::format("{}: became shorter while it was read", lost.file ? lost.file : "an input"));
    }
    data += count, bytes -= count, written_ += count;
    if (written_ - started_ < write_back_bytes) continue;
    static_cast<void>(::sync_file_range(descriptor_, static_cast<off64_t>(started_), static_cast<off64_t>(written_ - started_),
                                        SYNC_FILE_RANGE_WRITE));
    started_ = written_;
    if (stop_.stop_requested()) throw error(error_category::cancelled, "stopped on request");
  }
}

void output_file::fail(int code) const {
  if (code == EPIPE && own_descriptor(target_) == STDOUT_FILENO) throw reader_gone();
  throw error(error_category::output, fmt::format("{}: cannot be written: {}{}", name_.string(), std::strerror(code),
                                                  code == EFBIG ? "; the limit is set by ulimit -f or the file system" : ""));
}

output_file& output_group::add(const std::filesystem::path& file) {
  return *files_.emplace_back(std::make_unique<output_file>(file, stop_));
}

void output_group::leave_out(const std::filesystem::path& file) { left_out_.push_back(file); }

void output_group::commit() {
  for (const auto& file : files_) file->sync();
  if (files_.empty() && left_out_.empty()) return;
  if (files_.size() == 1 && left_out_.empty()) return files_.front()->publish();
  const std::filesystem::path& first = files_.empty() ? left_out_.front() : files_.front()->target();
  const folder_lock lock(folder_of(first));
  // Remove the old main file first and publish the new one last: a run killed in between leaves no mixture of two results.
  const auto remove = [](const std::filesystem::path& file) {
    struct stat about {};
    const bool is_there = ::lstat(file.c_str(), &about) == 0 && (S_ISREG(about.st_mode) || S_ISLNK(about.st_mode));
    return is_there && ::unlink(file.c_str()) == 0;
  };
  bool main_is_removed = files_.size() > 1 && remove(first);
  for (const std::filesystem::path& file : left_out_) {
    if (remove(file) && !files_.empty() && !main_is_removed) main_is_removed = remove(first);
  }
  for (std::size_t i = files_.size(); i-- > 0;) files_[i]->publish();
}

}  // namespace fathom
