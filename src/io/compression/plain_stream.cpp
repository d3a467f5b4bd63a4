// Replacement for byte_stream in a build without libarchive: supports text from pipes, but no compressed data.
#include "io/compression/decompress.hpp"
#include "io/file_reader.hpp"
#include "io/input_error.hpp"

namespace fathom::io {

struct byte_stream::implementation {
  file_reader reader;

  implementation(const std::filesystem::path& file, std::stop_token stop) : reader(file, std::move(stop)) {}
};

byte_stream::byte_stream(const std::filesystem::path& file, std::stop_token stop) : name_(file.filename().string()) {
  if (!is_pipe(file)) {
    bad_input(file,
              "is compressed or an archive, but this build reads neither (it was configured without libarchive or zlib); "
              "decompress it first");
  }
  inside_ = std::make_unique<implementation>(file, std::move(stop));
}

byte_stream::~byte_stream() = default;

std::size_t byte_stream::read(char* to, std::size_t bytes) { return inside_->reader.read(to, bytes); }

std::uint64_t byte_stream::consumed() const { return inside_->reader.consumed(); }

// Without libarchive every .zip archive is treated as SciPy's, whose reader reports the missing library.
bool zip_holds(const std::filesystem::path&, std::span<const std::byte>, std::string_view) { return true; }

}  // namespace fathom::io
