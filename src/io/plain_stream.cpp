// byte_stream in a build without libarchive: pipes of text, nothing compressed.
#include <fmt/format.h>

#include <utility>

#include "core/interruptible.hpp"
#include "fathom/error.hpp"
#include "io/decompress.hpp"

namespace fathom::io {

struct byte_stream::implementation {
  input_stream input;
  std::uint64_t consumed = 0;
};

byte_stream::byte_stream(const std::filesystem::path& file, std::stop_token stop) : name_(file.filename().string()) {
  if (!is_pipe(file)) {
    throw error(error_category::input,
                fmt::format("{}: is compressed, and this build cannot read compressed files (it was configured "
                            "without libarchive); decompress it first",
                            file.string()));
  }
  inside_.reset(new implementation{input_stream(file, std::move(stop))});
}

byte_stream::~byte_stream() = default;

std::size_t byte_stream::read(char* to, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const std::size_t got = inside_->input.read(to + done, bytes - done);
    if (got == 0) break;
    done += got;
  }
  inside_->consumed += done;
  return done;
}

std::uint64_t byte_stream::consumed() const { return inside_->consumed; }

}  // namespace fathom::io
