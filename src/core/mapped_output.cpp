#include "core/mapped_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/memory.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what, int code) {
  throw error(error_category::output, fmt::format("{}: {}: {}", file.string(), what, std::strerror(code)));
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

mapped_output map(const std::filesystem::path& file, const output_descriptor& d, std::size_t size) {
  if (size == 0) return {};
  void* const at = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, d.number(), 0);
  if (at == MAP_FAILED) fail(file, "cannot be mapped", errno);
  return {std::shared_ptr<void>(at, [size](void* p) { ::munmap(p, size); }), {static_cast<std::byte*>(at), size}};
}

}  // namespace

mapped_output mapped_output::create(const std::filesystem::path& file, std::size_t size) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);  // another process may still have it mapped
  const output_descriptor d(file, O_RDWR | O_CREAT | O_EXCL);
  const int code = size > 0 ? ::posix_fallocate(d.number(), 0, static_cast<off_t>(size)) : 0;
  if (code == 0) return map(file, d, size);
  std::filesystem::remove(file, ignored);
  fail(file, fmt::format("{} cannot be reserved for it", human_bytes(size)), code);
}

mapped_output mapped_output::open(const std::filesystem::path& file) {
  const output_descriptor d(file, O_RDWR);
  struct stat about {};
  if (::fstat(d.number(), &about) != 0) fail(file, "cannot be looked at", errno);
  return map(file, d, static_cast<std::size_t>(about.st_size));
}

void mapped_output::flush(const std::filesystem::path& file) const {
  if (!bytes.empty() && ::msync(bytes.data(), bytes.size(), MS_SYNC) != 0) fail(file, "cannot be written", errno);
}

}  // namespace fathom
