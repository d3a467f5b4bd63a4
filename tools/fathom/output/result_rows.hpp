// Rows of a table in a result file, in the form that its suffix names.
//   FILE.csv  commas between cells; a name with a comma, a quotation mark, a line break or blanks at its ends is quoted (RFC 4180)
//   others    tabs; in a name \t, \n and \\ stand for tab, newline and backslash
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.hpp"

namespace fathom::program {

/// The suffix of a result file in lower case, such as ".csv" of R.CSV: names of graph files ignore case, too.
[[nodiscard]] std::string result_suffix(const std::filesystem::path& file);

/// Whether a result file's suffix names a table with commas.
[[nodiscard]] bool has_commas(const std::filesystem::path& file);

/// The cells of a row as it is in a file, each as it was before it was written. Quotation marks are paired.
[[nodiscard]] std::vector<std::string> cells_of(std::string_view row, bool with_commas);

class result_rows {
 public:
  /// `file`: the name that `out` will have, for its suffix.
  result_rows(output_file& out, const std::filesystem::path& file) : out_(out), with_commas_(has_commas(file)) {}

  /// Adds a cell: a label of a vertex.
  result_rows& name(std::string_view label);
  /// Adds a cell: a number, or a word of a heading.
  template <class T>
  result_rows& cell(const T& value) {
    separate();
    fmt::format_to(std::back_inserter(row_), "{}", value);
    return *this;
  }
  void end_row();

 private:
  void separate();

  output_file& out_;
  const bool with_commas_;
  std::string row_;
  bool is_empty_ = true;  // no cells yet
};

}  // namespace fathom::program
