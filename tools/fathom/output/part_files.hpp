// Result file of one process: FILE.0-of-4.npy for FILE.npy, with its own vertices in their order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/output_file.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom::program {

/// FILE.R-of-P.npy for FILE.npy.
[[nodiscard]] std::filesystem::path part_file(const std::filesystem::path& file, const communicator& ranks);

/// Writer of an array of one or several rows, row by row.
class part_writer {
 public:
  /// `type` is a NumPy type ("<i4"). The shape is (columns,), or (rows, columns) for several rows. Throws error_category::output.
  part_writer(const std::filesystem::path& file, std::string_view type, std::uint64_t rows, std::uint64_t columns);
  template <class T>
  void add(std::span<const T> row) {
    out_.write(row.data(), row.size_bytes());
  }
  void commit() { out_.commit(); }
  /// The two steps of commit(), for files that belong together.
  void sync() { out_.sync(); }
  void publish() { out_.publish(); }

 private:
  output_file out_;
};

/// Writes the values of this process's own vertices as one row. Returns the files' names for the report. Throws
/// error_category::output.
template <class T>
std::string write_part(const std::filesystem::path& file, const communicator& ranks, std::string_view type,
                       std::span<const T> values) {
  part_writer out(part_file(file, ranks), type, 1, values.size());
  out.add(values);
  out.commit();
  return part_file(file, ranks).string() + " and those of the other processes";
}

}  // namespace fathom::program
