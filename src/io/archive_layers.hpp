// Layers of input that libarchive reads: bzip2, xz and zstd data, and the members of a tar archive.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "io/byte_reader.hpp"

namespace fathom::io {

/// Decompresses bzip2, xz or zstd data. Data that follow the compressed data are an error, padding by zeros apart.
[[nodiscard]] std::unique_ptr<byte_reader> make_filter_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file);

/// The members of a tar archive, one after another; read() gives the data of the present one.
class tar_reader final : public byte_reader {
 public:
  tar_reader(std::unique_ptr<byte_reader> from, std::filesystem::path file);
  ~tar_reader() override;

  /// Goes to the next regular member; false at the end.
  [[nodiscard]] bool next_member(std::string& name);
  [[nodiscard]] std::size_t read(char* to, std::size_t bytes) override;
  /// Reads to the end of the data below, so that a decompressor verifies its checksums.
  void drain();

 private:
  struct implementation;
  std::unique_ptr<implementation> inside_;
};

}  // namespace fathom::io
