// Input layers that libarchive reads: bzip2, xz and zstd data, and the members of a tar archive.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "io/byte_reader.hpp"

namespace fathom::io {

/// Decompresses bzip2, xz or zstd data. Trailing data other than zero padding are an error.
[[nodiscard]] std::unique_ptr<byte_reader> make_filter_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file);

/// Members of a tar archive, in order; read() returns the data of the current member.
class tar_reader final : public byte_reader {
 public:
  tar_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file);
  ~tar_reader() override;

  /// Advances to the next regular file; false at the end.
  [[nodiscard]] bool next_member(std::string& name);
  [[nodiscard]] std::size_t read(char* to, std::size_t bytes) override;
  /// Reads the underlying layer to its end, so that a decompressor verifies its checksums.
  void drain();

 private:
  struct implementation;
  std::unique_ptr<implementation> inside_;
};

}  // namespace fathom::io
