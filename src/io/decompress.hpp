// Compressed files, archives and pipes as one stream of bytes (libarchive), and whole files in memory for the binary formats.
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

/// True for gzip, bzip2, xz, zstd and tar, by their first bytes.
[[nodiscard]] bool looks_compressed(std::span<const std::byte> start);

/// `name` without .gz .bz2 .xz .zst .tar at its end, .tgz and the like included.
[[nodiscard]] std::string strip_compression(std::string name);

/// True for "-" and for what is there but is no regular file: a pipe, a terminal, /dev/stdin.
[[nodiscard]] bool is_pipe(const std::filesystem::path& file);

/// The decompressed bytes of a file, in order. Of a tar archive, those of one member: the graph of SuiteSparse's DIR/NAME.mtx
/// rather than its right-hand sides and coordinates.
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

/// The whole of a file: mapped as it lies there, or decompressed into memory. Throws as byte_stream does, and
/// error_category::memory.
[[nodiscard]] byte_source read_bytes(const std::filesystem::path& file, const run_control& control);

}  // namespace fathom::io
