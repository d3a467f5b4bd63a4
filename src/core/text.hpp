// Numbers and tables for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// A number of things: "1 edge", "1,234 edges"; `things` is their plural where that is not `thing` with an s.
[[nodiscard]] std::string counted(std::uint64_t value, std::string_view thing, std::string_view things = "");

/// Seconds to three significant digits with their unit: "12.3 ms", "850 us", "1.25 s", "0 s".
[[nodiscard]] std::string human_seconds(double seconds);

/// A quantity to three significant digits with a decimal prefix: 1234567890 as "1.23 G", 950 as "950 ".
[[nodiscard]] std::string human_quantity(double value);

/// Columns that UTF-8 text takes on a terminal, one a code point (wide characters count as one).
[[nodiscard]] std::size_t display_width(std::string_view utf8);

/// `value` to three significant digits, without an exponent: 0.0123, 1.23, 12.3, 123, 1234.
[[nodiscard]] std::string three_digits(double value);

/// Text from outside (file names, labels, lines, archive members) as it may be sent to a terminal: control characters, those of the
/// C1 set and bidirectional overrides in UTF-8, and bytes that are not UTF-8 as \xHH, byte by byte. Everything else stays.
[[nodiscard]] std::string terminal_safe(std::string_view text);

enum class text_side { left, right };

/// Columns as wide as their widest cell, two blanks apart.
struct text_table {
  struct column {
    std::string heading;
    text_side side = text_side::right;
  };
  std::vector<column> columns;
  std::vector<std::vector<std::string>> rows;  ///< a row may be shorter than `columns`

  /// One line for the headings (none where all are empty) and one for each row, each starting with `indent` blanks and ending in a
  /// newline, without trailing blanks.
  [[nodiscard]] std::string render(std::size_t indent = 2) const;
};

}  // namespace fathom
