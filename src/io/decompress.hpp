// Compressed files, archives and pipes as one stream of bytes (zlib, libarchive), and whole files in memory for the binary formats.
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

/// What holds the data, by the first bytes.
enum class container { none, gzip, filtered /* bzip2, xz, zstd */, tar, zip };

/// First bytes that tell a container: a header of tar.
inline constexpr std::size_t container_bytes = 512;

[[nodiscard]] container container_of(std::span<const std::byte> start);

/// True for a .zip archive with a member of this name. Throws error_category::input for a damaged archive.
[[nodiscard]] bool zip_holds(const std::filesystem::path& file, std::span<const std::byte> bytes, std::string_view member);

/// True for a file that byte_stream has to open: compressed data, a tar archive, or a .zip archive other than SciPy's .npz.
[[nodiscard]] bool is_packed(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// `name` without .gz .bz2 .xz .zst .tar .zip at its end, .tgz and the like included.
[[nodiscard]] std::string strip_compression(std::string name);

/// True for "-" and for what is there but is no regular file: a pipe, a terminal, /dev/stdin.
[[nodiscard]] bool is_pipe(const std::filesystem::path& file);

/// The decompressed bytes of a file, in order. Of a tar or .zip archive, those of one member: the graph of SuiteSparse's
/// DIR/NAME.mtx rather than its right-hand sides and coordinates. gzip's, bzip2's, xz's and .zip's checksums are verified.
class byte_stream {
 public:
  /// A pipe that is silent is waited for until `stop` is requested, here and in read(). Throws error_category::input, also where
  /// this build has no libarchive and the file needs it, and error_category::cancelled.
  explicit byte_stream(const std::filesystem::path& file, std::stop_token stop = {});
  byte_stream(const byte_stream&) = delete;
  byte_stream& operator=(const byte_stream&) = delete;
  ~byte_stream();

  /// Fills `to` as far as the data goes; the number of bytes, less than asked for only at the end.
  /// Throws error_category::input for corrupt or truncated data.
  [[nodiscard]] std::size_t read(char* to, std::size_t bytes);
  /// Bytes of the file consumed so far, for progress.
  [[nodiscard]] std::uint64_t consumed() const;
  /// The member's name, or the file's without its compression suffix.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  struct implementation;
  std::unique_ptr<implementation> inside_;
  std::string name_;
};

/// The whole of a file: mapped as it lies there, or decompressed into memory. A .zip archive stays as it is where
/// `zip_is_data`. Throws as byte_stream does, and error_category::memory.
[[nodiscard]] byte_source read_bytes(const std::filesystem::path& file, const run_control& control, bool zip_is_data = false);

}  // namespace fathom::io
