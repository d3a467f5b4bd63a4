// Compressed files, archives and pipes as a byte stream (zlib, libarchive), and whole files in memory for the binary formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "fathom/control.hpp"

namespace fathom::io {

struct byte_source;

/// The kind of container, detected from the first bytes.
enum class container { none, gzip, filtered /* bzip2, xz, zstd */, tar, zip };

/// Number of leading bytes that identify a container: a tar header.
inline constexpr std::size_t container_bytes = 512;

/// The first bytes of a .zip archive, and those of one without members (PKWARE's APPNOTE 4.3.7 and 4.3.16).
inline constexpr std::string_view zip_magic = "PK\x03\x04";
inline constexpr std::string_view empty_zip_magic = "PK\x05\x06";

[[nodiscard]] container container_of(std::span<const std::byte> start);

/// True for a .zip archive with a member of this name. Throws error_category::input for a damaged archive.
[[nodiscard]] bool zip_holds(const std::filesystem::path& file, std::span<const std::byte> bytes, std::string_view member);

/// True for a file that must be opened by byte_stream: compressed data, a tar archive, or a .zip archive other than SciPy's .npz.
[[nodiscard]] bool is_packed(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// `name` without its trailing .gz, .bz2, .xz, .zst, .tar, .zip or short forms such as .tgz.
[[nodiscard]] std::string strip_compression(std::string name);

/// True for "-" and for an existing path that is neither a regular file nor a directory: a pipe, a terminal, /dev/stdin.
[[nodiscard]] bool is_pipe(const std::filesystem::path& file);

/// The decompressed bytes of a file, in order. For a tar or .zip archive these are the bytes of one member, for example
/// SuiteSparse's DIR/NAME.mtx rather than its right-hand sides and coordinates. The checksums of gzip, bzip2, xz and .zip are
/// verified.
class byte_stream {
 public:
  /// The constructor and read() wait for a pipe without data until `stop` is requested. Throws error_category::input, also if the
  /// file needs libarchive and this build lacks it, and error_category::cancelled.
  explicit byte_stream(const std::filesystem::path& file, std::stop_token stop = {});
  byte_stream(const byte_stream&) = delete;
  byte_stream& operator=(const byte_stream&) = delete;
  ~byte_stream();

  /// Reads up to `bytes` bytes into `to`; returns the number read, which is smaller only at the end of the data.
  /// Throws error_category::input for corrupt or truncated data.
  [[nodiscard]] std::size_t read(char* to, std::size_t bytes);
  /// Bytes of the file consumed so far, for progress.
  [[nodiscard]] std::uint64_t consumed() const;
  /// The name of the archive member, or of the file without its compression suffix.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  struct implementation;
  std::unique_ptr<implementation> inside_;
  std::string name_;
};

/// A whole file: mapped, or decompressed into memory. With `zip_is_data` a .zip archive is mapped as is. Throws as byte_stream
/// does, and error_category::memory.
[[nodiscard]] byte_source read_bytes(const std::filesystem::path& file, const run_control& control, bool zip_is_data = false);

}  // namespace fathom::io
