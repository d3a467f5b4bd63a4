// Detection of a table's separator from its first rows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

/// The number of leading rows that determine the shape of a table.
inline constexpr std::size_t table_sample_rows = 64;

/// The fields of a line without quotes; empty if a quote is misplaced.
[[nodiscard]] std::optional<std::vector<std::string>> split_fields(std::string_view line, char separator);

struct separation {
  char separator = ',';
  std::size_t columns = 0;
  bool last_optional = false;  ///< the last field is empty or missing in each line
  bool agrees = false;         ///< every line has the same number of fields, ignoring an empty field at the end
  bool named = false;          ///< the first line has well-known column names
  bool row_names = false;      ///< the first line lacks the name of the first column, which counts the rows, as written by R
};

/// The division of the lines by this separator.
[[nodiscard]] separation separate(std::span<const std::string_view> lines, char separator);

/// The separator (tab, ';', ',', '|' or blanks) that gives every line the same number of fields, at least two. Well-known column
/// names, integers in the first two columns and the file's suffix (`preferred`, or 0) break ties. If no separator fits every line,
/// the one that fits most lines is chosen.
[[nodiscard]] std::optional<separation> find_separation(std::span<const std::string_view> lines, char preferred = 0);

/// "commas", "tabs", "'^'".
[[nodiscard]] std::string separator_name(char separator);

/// Whether the line has columns that are separated by "::", as in MovieLens' ratings, and how to replace it.
[[nodiscard]] bool has_double_colons(std::string_view line) noexcept;
[[nodiscard]] std::string double_colon_remedy(const std::string& file);

}  // namespace fathom::io
