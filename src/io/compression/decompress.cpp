#include "io/compression/decompress.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "io/formats/formats.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {
namespace {

constexpr std::array filters = {std::string_view("BZh"),
                                std::string_view("\xfd"
                                                 "7zXZ\0",
                                                 6),
                                std::string_view("\x28\xb5\x2f\xfd")};  // bzip2, xz, zstd (RFC 8878)
// Frames that zstd skips, which pzstd writes first: 16 magic numbers (RFC 8878, 3.1.2).
constexpr std::string_view skippable_frame = "\x2a\x4d\x18";
constexpr std::string_view gzip_magic = "\x1f\x8b";  // RFC 1952
constexpr std::array zip_magics = {zip_magic, empty_zip_magic};

bool starts_with_any(std::string_view start, std::span<const std::string_view> magics) {
  return std::any_of(magics.begin(), magics.end(), [&](std::string_view m) { return start.starts_with(m); });
}

bool starts_with_skippable_frame(std::string_view start) {
  return start.size() > skippable_frame.size() && (start[0] & 0xf0) == 0x50 && start.substr(1).starts_with(skippable_frame);
}

// Detects a tar header: the POSIX ustar magic, or only a matching checksum in older archives.
bool is_tar_header(std::string_view start) {
  constexpr std::size_t mark = 257, checksum = 148, checksum_bytes = 8;
  if (start.size() > mark && start.substr(mark).starts_with("ustar")) return true;
  if (start.size() < container_bytes || start[0] == '\0') return false;
  std::uint64_t sum = 0, stated = 0;
  for (std::size_t i = 0; i < container_bytes; ++i) {
    const bool own = i >= checksum && i < checksum + checksum_bytes;  // the checksum field itself counts as blanks
    sum += own ? ' ' : static_cast<unsigned char>(start[i]);
  }
  bool digits = false;
  for (const char c : start.substr(checksum, checksum_bytes)) {
    if (c >= '0' && c <= '7') {
      stated = 8 * stated + static_cast<std::uint64_t>(c - '0');
      digits = true;
    } else if (c != ' ' && c != '\0') {
      return false;
    }
  }
  return digits && stated == sum;
}

constexpr std::array<std::string_view, 13> suffixes = {".gz",   ".bz2", ".xz",   ".zst", ".tar",  ".tgz", ".tbz",
                                                       ".tbz2", ".txz", ".tzst", ".bz",  ".zstd", ".zip"};

// Bytes decompressed between two checks of the caller's stop token.
constexpr std::size_t read_step_bytes = std::size_t{16} << 20;

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  if (text.size() <= end.size()) return false;
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[text.size() - end.size() + i])) != end[i]) return false;
  }
  return true;
}

}  // namespace

container container_of(std::span<const std::byte> bytes) {
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), container_bytes));
  if (start.starts_with(gzip_magic)) return container::gzip;
  if (starts_with_any(start, zip_magics)) return container::zip;
  if (starts_with_any(start, filters) || starts_with_skippable_frame(start)) return container::filtered;
  return is_tar_header(start) ? container::tar : container::none;
}

bool is_packed(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  const container kind = container_of(bytes);
  return kind == container::zip ? !zip_holds(file, bytes, "format.npy") : kind != container::none;
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

byte_source read_bytes(const std::filesystem::path& file, const run_control& control, bool zip_is_data) {
  if (!is_pipe(file)) {
    mapped_file mapped = mapped_file::open(file);
    const bool as_it_is = zip_is_data && container_of(mapped.bytes) == container::zip;
    if (as_it_is || !is_packed(file, mapped.bytes)) return {file, mapped.bytes, mapped.mapping};
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
