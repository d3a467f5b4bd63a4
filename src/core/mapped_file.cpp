#include "core/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
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
    throw error(error_category::input, fmt::format("{}: is not a regular file and cannot be mapped", file.string()));
  }
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size == 0) return {};
  void* p = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.value, 0);
  if (p == MAP_FAILED) fail(file, errno);
  ::madvise(p, size, MADV_WILLNEED);
  return {{p, [size](void* q) { ::munmap(q, size); }}, {static_cast<const std::byte*>(p), size}};
}

}  // namespace fathom
