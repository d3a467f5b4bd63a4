#include "io/decompress.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstring>

#include "fathom/error.hpp"
#include "io/formats.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {
namespace {

struct magic {
  std::size_t offset;  // bytes
  std::string_view bytes;
};

// gzip (RFC 1952), bzip2, xz and zstd (RFC 8878) by their first bytes; tar (POSIX ustar) by the mark in its first header.
constexpr std::array magics = {magic{0, "\x1f\x8b"}, magic{0, "BZh"},
                               magic{0,
                                     {"\xfd"
                                      "7zXZ\0",
                                      6}},
                               magic{0, "\x28\xb5\x2f\xfd"}, magic{257, "ustar"}};

constexpr std::array<std::string_view, 12> suffixes = {".gz",  ".bz2",  ".xz",  ".zst",  ".tar", ".tgz",
                                                       ".tbz", ".tbz2", ".txz", ".tzst", ".bz",  ".zstd"};

// How much more of a compressed file is decompressed between two looks at the caller's wish to stop.
constexpr std::size_t read_step_bytes = std::size_t{16} << 20;

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  if (text.size() <= end.size()) return false;
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[text.size() - end.size() + i])) != end[i]) return false;
  }
  return true;
}

}  // namespace

bool looks_compressed(std::span<const std::byte> start) {
  for (const magic& m : magics) {
    if (start.size() >= m.offset + m.bytes.size() && std::memcmp(start.data() + m.offset, m.bytes.data(), m.bytes.size()) == 0)
      return true;
  }
  return false;
}

std::string strip_compression(std::string name) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view suffix : suffixes) {
      if (!ends_with_ignoring_case(name, suffix)) continue;
      name.resize(name.size() - suffix.size());
      again = true;
    }
  }
  return name;
}

bool is_pipe(const std::filesystem::path& file) {
  if (file == "-") return true;
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
}

byte_source read_bytes(const std::filesystem::path& file, const run_control& control) {
  if (!is_pipe(file)) {
    mapped_file mapped = mapped_file::open(file);
    if (!looks_compressed(mapped.bytes)) return {file, mapped.bytes, mapped.mapping};
  }
  byte_stream stream(file, control.stop);
  std::error_code unknown;
  const std::uint64_t total = is_pipe(file) ? 0 : std::filesystem::file_size(file, unknown);
  growing_array<char> bytes;
  for (std::size_t got = read_step_bytes; got == read_step_bytes;) {
    report_progress(control, "reading", stream.consumed(), unknown ? 0 : total);
    const std::size_t before = bytes.size();
    bytes.resize(before + read_step_bytes);
    got = stream.read(bytes.data() + before, read_step_bytes);
    bytes.resize(before + got);
  }
  auto held = std::make_shared<array<char>>(bytes.take());
  const std::span<const std::byte> view = std::as_bytes(std::span<const char>(held->view()));
  return {file, view, std::move(held)};
}

}  // namespace fathom::io
