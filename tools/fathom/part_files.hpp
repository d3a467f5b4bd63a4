// Results of one rank's vertices in a file of its own: FILE.0-of-4.npy for FILE.npy, in the order of the vertices.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/output_file.hpp"
#include "fathom/communicator.hpp"

namespace fathom::program {

/// FILE.R-of-P.npy of FILE.npy.
[[nodiscard]] std::filesystem::path part_file(const std::filesystem::path& file, const communicator& ranks);

/// An array of one row or several that grows row by row.
class part_writer {
 public:
  /// Of numpy's type `type` ("<i4"), with shape (columns,), or (rows, columns) for several rows. Throws error_category::output.
  part_writer(const std::filesystem::path& file, std::string_view type, std::uint64_t rows, std::uint64_t columns);
  template <class T>
  void add(std::span<const T> row) {
    out_.write(row.data(), row.size_bytes());
  }
  void commit() { out_.commit(); }
  /// The two halves of commit(), for files that belong together.
  void sync() { out_.sync(); }
  void publish() { out_.publish(); }

 private:
  output_file out_;
};

}  // namespace fathom::program
