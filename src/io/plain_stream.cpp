// byte_stream in a build without libarchive: pipes of text, nothing compressed.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "fathom/error.hpp"
#include "io/decompress.hpp"

namespace fathom::io {

struct byte_stream::implementation {
  std::filesystem::path file;
  int descriptor = -1;
  std::uint64_t consumed = 0;

  ~implementation() {
    if (descriptor > STDIN_FILENO) ::close(descriptor);
  }
  [[noreturn]] void fail() const {
    throw error(error_category::input, fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  }
};

byte_stream::byte_stream(const std::filesystem::path& file)
    : inside_(std::make_unique<implementation>()), name_(file.filename().string()) {
  inside_->file = file;
  if (!is_pipe(file)) {
    throw error(error_category::input,
                fmt::format("{}: is compressed, and this build cannot read compressed files (it was configured "
                            "without libarchive); decompress it first",
                            file.string()));
  }
  inside_->descriptor = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (inside_->descriptor < 0) inside_->fail();
}

byte_stream::~byte_stream() = default;

std::size_t byte_stream::read(char* to, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got = ::read(inside_->descriptor, to + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) inside_->fail();
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  inside_->consumed += done;
  return done;
}

std::uint64_t byte_stream::consumed() const { return inside_->consumed; }

}  // namespace fathom::io
