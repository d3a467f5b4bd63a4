#include "core/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

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
  throw error(error_category::input, fmt::format("{}: cannot be read: {}", file.string(), std::strerror(code)));
}

}  // namespace

mapped_file mapped_file::open(const std::filesystem::path& file) {
  const descriptor fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  if (fd.value < 0 || ::fstat(fd.value, &about) != 0) fail(file, errno);
  if (S_ISDIR(about.st_mode)) fail(file, EISDIR);
  if (!S_ISREG(about.st_mode)) {
    throw error(error_category::input,
                fmt::format("{}: is no regular file and cannot be mapped; save what it holds to a file first", file.string()));
  }
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size == 0) return {};
  void* p = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.value, 0);
  if (p == MAP_FAILED) fail(file, errno);
  ::madvise(p, size, MADV_RANDOM);  // reading ahead of one touch can take as long as the whole opening may
  return {{p, [size](void* q) { ::munmap(q, size); }}, {static_cast<const std::byte*>(p), size}};
}

void read_ahead(std::span<const std::byte> bytes) noexcept {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t first = begin / page * page;
  // A hint: of memory that is no mapping it asks for what is so anyway, and a refusal loses nothing.
  if (!bytes.empty()) ::madvise(reinterpret_cast<void*>(first), begin + bytes.size() - first, MADV_NORMAL);
}

}  // namespace fathom
