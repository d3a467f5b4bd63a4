#include "base/mapped_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/fault_table.hpp"
#include "base/memory.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what, int code) {
  const error_category category = code == ENOMEM ? error_category::memory : error_category::output;
  throw error(category, fmt::format("{}: {}: {}", file.string(), what, std::strerror(code)));
}

class output_descriptor {
 public:
  output_descriptor(const std::filesystem::path& file, int flags) : number_(::open(file.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail(file, "cannot be opened for writing", errno);
  }
  output_descriptor(const output_descriptor&) = delete;
  output_descriptor& operator=(const output_descriptor&) = delete;
  ~output_descriptor() { ::close(number_); }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

mapped_output map(const std::filesystem::path& file, int descriptor, std::size_t size) {
  if (size == 0) return {};
  void* const at = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) fail(file, "cannot be mapped", errno);
  const fault_slot slot = register_mapping(at, size, file.native(), mapping_use::output);
  const auto unmap = [size, slot](void* p) {
    unregister_mapping(slot);
    ::munmap(p, size);
  };
  return {std::shared_ptr<void>(at, unmap), {static_cast<std::byte*>(at), size}};
}

// Removes the file again if the disk has no room for it.
mapped_output reserve(const std::filesystem::path& file, int descriptor, std::size_t size) {
  const int code = size > 0 ? ::posix_fallocate(descriptor, 0, static_cast<off_t>(size)) : 0;
  if (code == 0) return map(file, descriptor, size);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  fail(file, fmt::format("cannot reserve {}", human_bytes(size)), code);
}

[[noreturn]] void fail_busy(const std::filesystem::path& file) {
  throw error(error_category::output,
              fmt::format("{}: is being written by another run; wait until it ends, or use another file", file.string()));
}

// A file system without locks is used unlocked.
void take_lock(int descriptor, const std::filesystem::path& file) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) fail_busy(file);
}

}  // namespace

write_lock::write_lock(const std::filesystem::path& file) {
  while (true) {
    write_lock found;
    found.descriptor_ = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (found.descriptor_ < 0 && errno == ENOENT) return;
    if (found.descriptor_ < 0) fail(file, "cannot be opened for writing", errno);
    take_lock(found.descriptor_, file);
    // Between opening and locking, the run that held the lock may have renamed the file to its final name.
    if (!found.is_named(file)) continue;
    *this = std::move(found);
    return;
  }
}

write_lock& write_lock::operator=(write_lock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

write_lock::~write_lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

write_lock write_lock::create(const std::filesystem::path& file, mode_t mode) {
  const write_lock before(file);
  if (before.held()) ::unlink(file.c_str());  // not truncated: a process of the run that left the file may still map it
  write_lock made;
  made.descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (made.descriptor_ < 0 && errno == EEXIST) fail_busy(file);
  if (made.descriptor_ < 0) fail(file, "cannot be opened for writing", errno);
  take_lock(made.descriptor_, file);
  return made;
}

bool write_lock::is_named(const std::filesystem::path& file) const noexcept {
  struct stat locked {
  }, named{};
  return ::fstat(descriptor_, &locked) == 0 && ::stat(file.c_str(), &named) == 0 && locked.st_dev == named.st_dev &&
         locked.st_ino == named.st_ino;
}

mapped_output mapped_output::create(const std::filesystem::path& file, std::size_t size) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);  // another process may still map the old file
  const output_descriptor d(file, O_RDWR | O_CREAT | O_EXCL);
  return reserve(file, d.number(), size);
}

mapped_output mapped_output::create(const std::filesystem::path& file, std::size_t size, const write_lock& lock) {
  return reserve(file, lock.descriptor(), size);
}

mapped_output mapped_output::open(const std::filesystem::path& file) {
  const output_descriptor d(file, O_RDWR);
  struct stat about {};
  if (::fstat(d.number(), &about) != 0) fail(file, "its size cannot be read", errno);
  return map(file, d.number(), static_cast<std::size_t>(about.st_size));
}

void mapped_output::flush(const std::filesystem::path& file) const {
  if (!bytes.empty() && ::msync(bytes.data(), bytes.size(), MS_SYNC) != 0) fail(file, "cannot be written", errno);
}

}  // namespace fathom
