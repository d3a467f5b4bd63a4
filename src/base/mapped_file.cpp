#include "base/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "base/fault_table.hpp"
#include "base/read_failure.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

struct descriptor {
  int value;
  ~descriptor() {
    if (value >= 0) ::close(value);
  }
  descriptor(int v) : value(v) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
};

[[noreturn]] void fail(const std::filesystem::path& file, int code) {
  const error_category category = code == ENOMEM ? error_category::memory : error_category::input;
  throw error(category, read_failure(file, code));
}

}  // namespace

mapped_file mapped_file::open(const std::filesystem::path& file) {
  // O_NONBLOCK: a FIFO is rejected below instead of waiting for its writer here.
  const descriptor fd(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (fd.value < 0 || ::fstat(fd.value, &about) != 0) fail(file, errno);
  if (S_ISDIR(about.st_mode)) fail(file, EISDIR);
  if (!S_ISREG(about.st_mode)) {
    throw error(error_category::input,
                fmt::format("{}: is not a regular file and cannot be mapped; save its contents to a file first", file.string()));
  }
  const auto size = static_cast<std::size_t>(about.st_size);
  const auto device = static_cast<std::uint64_t>(about.st_dev), inode = static_cast<std::uint64_t>(about.st_ino);
  if (size == 0) return {nullptr, {}, device, inode};
  void* p = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.value, 0);
  if (p == MAP_FAILED) fail(file, errno);
  ::madvise(p, size, MADV_RANDOM);  // reading ahead after one access could take longer than open() is meant to
  const fault_slot slot = register_mapping(p, size, file.native(), mapping_use::input);
  const auto unmap = [size, slot](void* q) {
    unregister_mapping(slot);
    ::munmap(q, size);
  };
  return {{p, unmap}, {static_cast<const std::byte*>(p), size}, device, inode};
}

void mapped_file::require_whole(const std::filesystem::path& file) const {
  struct stat now {};
  if (::stat(file.c_str(), &now) != 0 || now.st_dev != device || now.st_ino != inode) return;  // the name is another file's now
  if (static_cast<std::size_t>(now.st_size) >= bytes.size()) return;
  throw error(error_category::input,
              fmt::format("{}: became shorter while it was read; read it again once it is complete", file.string()));
}

void read_ahead(std::span<const std::byte> bytes) noexcept {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t first = begin / page * page;
  // Only a hint: for unmapped memory MADV_NORMAL is already the default, and a failure is harmless.
  if (!bytes.empty()) ::madvise(reinterpret_cast<void*>(first), begin + bytes.size() - first, MADV_NORMAL);
}

}  // namespace fathom
