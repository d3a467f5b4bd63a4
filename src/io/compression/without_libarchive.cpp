// Stub of .zip support for builds without libarchive.
#include "fathom/error.hpp"
#include "io/compression/zip_archive.hpp"
#include "io/input_error.hpp"

namespace fathom::io {

struct zip_reader::implementation {};
zip_reader::zip_reader(const std::filesystem::path& file, std::span<const std::byte>) {
  bad_input(file, "is a .zip archive, but this build of the library has no libarchive; build it with libarchive-dev installed");
}
zip_reader::~zip_reader() = default;
bool zip_reader::next() { return false; }
std::size_t zip_reader::read(void*, std::size_t) { return 0; }

struct zip_writer::implementation {};
zip_writer::zip_writer(output_file&) {
  throw error(error_category::output,
              ".npz cannot be written: this build of the library has no libarchive; build it with libarchive-dev "
              "installed");
}
zip_writer::~zip_writer() = default;
void zip_writer::begin(const std::string&, std::uint64_t) {}
void zip_writer::write(const void*, std::size_t) {}
void zip_writer::finish() {}

}  // namespace fathom::io
