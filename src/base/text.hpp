// Human-readable numbers and text tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// Formats a number with thousands separators: 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// A count with its noun: "1 edge", "1,234 edges". `things` is the plural if it is not `thing` plus "s".
[[nodiscard]] std::string counted(std::uint64_t value, std::string_view thing, std::string_view things = "");

/// Seconds to three significant digits with their unit: "12.3 ms", "850 us", "1.25 s", "0 s".
[[nodiscard]] std::string human_seconds(double seconds);

/// A quantity to three significant digits with a decimal prefix: 1234567890 as "1.23 G", 950 as "950 ".
[[nodiscard]] std::string human_quantity(double value);

[[nodiscard]] bool is_utf8(std::string_view text);

/// Number of terminal columns of UTF-8 text, one per code point (wide characters count as one).
[[nodiscard]] std::size_t display_width(std::string_view utf8);

/// `value` to three significant digits, without an exponent: 0.0123, 1.23, 12.3, 123, 1234.
[[nodiscard]] std::string three_digits(double value);

/// Escapes untrusted text (file names, labels, lines, archive members) for a terminal. Control characters including the C1 set,
/// line separators, bidirectional controls and bytes that are not UTF-8 become \xHH, byte by byte. Everything else is unchanged.
[[nodiscard]] std::string terminal_safe(std::string_view text);

/// Limits lines of text to this many terminal columns from here on; 0 removes the limit, which is the default. The program sets it
/// once, to the width of its terminal.
void set_line_limit(std::size_t columns);
/// The limit, or 0.
[[nodiscard]] std::size_t line_limit();

enum class text_side { left, right };

/// Text table whose columns are as wide as their widest cell and two spaces apart. If that exceeds line_limit(), headings and
/// cells of left-sided columns wrap at blanks. If it still does not fit, the table is printed in parts below each other, each with
/// some of the columns behind the first one.
struct text_table {
  struct column {
    std::string heading;
    text_side side = text_side::right;
  };
  std::vector<column> columns;
  std::vector<std::vector<std::string>> rows;  ///< a row may be shorter than `columns`

  /// One line for the headings (omitted if all are empty) and one per row. Each starts with `indent` spaces, has no trailing
  /// spaces and ends with a newline.
  [[nodiscard]] std::string render(std::size_t indent = 2) const;
};

}  // namespace fathom
