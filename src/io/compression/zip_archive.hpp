// Reader of .zip archives in memory and streaming writer of uncompressed .zip archives (libarchive).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "base/output_file.hpp"

namespace fathom::io {

/// Iterates once over the members, in order. Every error is error_category::input (or ::memory) and names the file.
class zip_reader {
 public:
  /// `bytes` must outlive the reader. Throws error_category::input also if this build has no libarchive.
  zip_reader(const std::filesystem::path& file, std::span<const std::byte> bytes);
  zip_reader(const zip_reader&) = delete;
  zip_reader& operator=(const zip_reader&) = delete;
  ~zip_reader();

  /// Advances to the next member; false at the end.
  [[nodiscard]] bool next();
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Reads up to `bytes` bytes of the member; fewer only at its end, when its checksum has been verified.
  [[nodiscard]] std::size_t read(void* to, std::size_t bytes);

 private:
  struct implementation;
  std::unique_ptr<implementation> inside_;
  std::filesystem::path file_;
  std::string name_;
};

/// Writes members sequentially, uncompressed, so that they load at memory speed. Errors are error_category::output.
class zip_writer {
 public:
  explicit zip_writer(output_file& out);
  zip_writer(const zip_writer&) = delete;
  zip_writer& operator=(const zip_writer&) = delete;
  ~zip_writer();

  void begin(const std::string& name, std::uint64_t bytes);
  void write(const void* data, std::size_t bytes);
  /// Writes the directory; must be the last call.
  void finish();

 private:
  struct implementation;
  std::unique_ptr<implementation> inside_;
};

}  // namespace fathom::io
