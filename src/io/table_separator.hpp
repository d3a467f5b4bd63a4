// The separator of a table, decided from its first rows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

/// Rows that decide about the shape of a table.
inline constexpr std::size_t table_sample_rows = 64;

/// A line's fields without quotes; nothing where a quote is misplaced.
[[nodiscard]] std::optional<std::vector<std::string>> split_fields(std::string_view line, char separator);

struct separation {
  char separator = ',';
  std::size_t columns = 0;
  bool last_optional = false;  ///< the last field is empty or missing in each line
  bool agrees = false;         ///< each line has as many fields, an empty one at the end apart
  bool named = false;          ///< the first line has well-known column names
};

/// What the lines would be with this separator.
[[nodiscard]] separation separate(std::span<const std::string_view> lines, char separator);

/// The separator by which every line has the same number of fields, two at least: a tab, ';', ',', '|' or blanks. Well-known column
/// names, whole numbers in the first two columns and the file's suffix (`preferred`, or 0) decide between several. Where no
/// separator gives every line as many fields, the one that does so for most lines.
[[nodiscard]] std::optional<separation> find_separation(std::span<const std::string_view> lines, char preferred = 0);

/// "commas", "tabs", "'^'".
[[nodiscard]] std::string separator_name(char separator);

}  // namespace fathom::io
