// Table rows (RFC 4180 without line breaks inside quotes): extraction of the fields that define an edge.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "io/formats/formats.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {

/// The separator that stands for any run of blanks and tabs.
inline constexpr char blank_separator = ' ';

struct csv_layout {
  char separator = ',';
  std::size_t source = 0;  // columns, from 0
  std::size_t target = 1;
  std::optional<std::size_t> weight;
  std::optional<std::size_t> type;  // Gephi's column of "Directed" and "Undirected"
  bool directed_type = true;        // direction of a row whose type is empty
  std::size_t columns = 2;          // fields per row, not counting an optional empty trailing field
  bool last_optional = false;       // the last column is empty in the first rows, so rows may omit it
  char decimal_point = '.';         // ',' in tables from European spreadsheets
  std::string header;               // the line that names the columns, which concatenated tables repeat
};

struct csv_row {
  std::string_view source, target, weight, type;  // without surrounding blanks and quotes; doubled quotes inside are kept
};

/// Scans the field at p and advances p to the separator or line end that follows it.
[[nodiscard]] inline line_fault scan_field(const char*& p, char separator, std::string_view& field) noexcept {
  const bool blanks = separator == blank_separator;
  const auto pad = [separator](char c) { return c == ' ' || c == '\r' || (c == '\t' && separator != '\t'); };
  // A run of blanks is one separator: leaves p at the last blank of the run.
  const auto skip_run = [&] {
    while (pad(*p)) ++p;
    if (blanks && *p != '\n') --p;
  };
  while (pad(*p)) ++p;
  if (*p != '"') {
    const char* const first = p;
    while (*p != separator && *p != '\n' && !(blanks && *p == '\t')) ++p;
    const char* last = p;
    while (last > first && pad(last[-1])) --last;
    field = {first, static_cast<std::size_t>(last - first)};
    if (blanks) skip_run();
    return line_fault::none;
  }
  const char* const first = ++p;
  for (;; ++p) {
    if (*p == '\n') return line_fault::unclosed_quote;
    if (*p != '"') continue;
    if (p[1] != '"') break;
    ++p;
  }
  field = {first, static_cast<std::size_t>(p - first)};
  ++p;
  if (blanks && !pad(*p) && *p != '\n') return line_fault::extra_text;
  skip_run();
  return blanks || *p == separator || *p == '\n' ? line_fault::none : line_fault::extra_text;
}

/// Whether a line among rows whose ids are names is a comment: a name may begin with '#', but not with '#' and a blank.
[[nodiscard]] inline bool is_comment(std::string_view line) noexcept {
  return line.starts_with('#') && (line.size() == 1 || is_space(line[1]));
}

/// Whether all fields of the row at p are empty, as in rows that spreadsheets write below a table.
[[nodiscard]] inline bool is_empty_row(const char* p, char separator) noexcept {
  while (*p == separator || *p == ' ' || *p == '\t' || *p == '\r') ++p;
  return *p == '\n';
}

/// Number of occurrences of c in [first, last). Processes eight bytes at a time: in a wide table most bytes are only counted.
[[nodiscard]] inline std::size_t count_bytes(const char* first, const char* last, char c) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101, low_bits = 0x7f7f7f7f7f7f7f7f;
  const std::uint64_t pattern = ones * static_cast<unsigned char>(c);
  std::size_t count = 0;
  for (; last - first >= 8; first += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, first, sizeof bytes);
    bytes ^= pattern;
    const std::uint64_t others = ((bytes & low_bits) + low_bits) | bytes | low_bits;  // a byte that is c has its high bit clear
    count += static_cast<std::size_t>(std::popcount(~others));
  }
  for (; first != last; ++first) count += *first == c;
  return count;
}

/// Finishes a row of which `fields` fields have been read: p is at the end of the last of them and advances to the next line. After
/// a fault (more or fewer fields than the table has columns) p is at the fault.
[[nodiscard]] inline line_fault finish_row(const char*& p, const csv_layout& layout, std::size_t fields, bool last_empty) noexcept {
  if (*p != '\n' && layout.separator != blank_separator) {
    const char* const end = find_newline(p);
    if (std::memchr(p, '"', static_cast<std::size_t>(end - p)) == nullptr) {
      const std::size_t all = fields + count_bytes(p, end, layout.separator);
      const char* last = end;
      while (*last != layout.separator && is_space(*last)) --last;  // p is at a separator, which ends this
      const bool empty = *last == layout.separator;
      if (all <= layout.columns + empty && all + layout.last_optional >= layout.columns) {
        p = end + 1;
        return line_fault::none;
      }
    }
  }
  const char* extra = nullptr;  // the first field beyond the columns
  while (*p != '\n') {
    const char* const at = ++p;
    std::string_view field;
    if (const line_fault what = scan_field(p, layout.separator, field); what != line_fault::none) {
      if (what == line_fault::unclosed_quote) p = at;
      return what;
    }
    if (++fields > layout.columns && !extra) extra = at;
    last_empty = field.empty();
  }
  if (fields > layout.columns + last_empty) {
    p = extra;
    return line_fault::extra_field;
  }
  if (fields + layout.last_optional < layout.columns) return line_fault::missing_field;
  ++p;
  return line_fault::none;
}

/// Scans the row at p and advances p to the next line; after a fault p is at the fault. Missing fields are empty.
[[nodiscard]] inline line_fault scan_row(const char*& p, const csv_layout& layout, csv_row& row) noexcept {
  row = {};
  const std::size_t last = std::max({layout.source, layout.target, layout.weight.value_or(0), layout.type.value_or(0)});
  for (std::size_t column = 0;; ++column, ++p) {
    std::string_view field;
    const char* const at = p;
    if (const line_fault what = scan_field(p, layout.separator, field); what != line_fault::none) {
      if (what == line_fault::unclosed_quote) p = at;
      return what;
    }
    if (column == layout.source) row.source = field;
    if (column == layout.target) row.target = field;
    if (layout.weight && column == *layout.weight) row.weight = field;
    if (layout.type && column == *layout.type) row.type = field;
    if (*p != '\n' && column != last) continue;
    const line_fault what = finish_row(p, layout, column + 1, field.empty());
    const bool vertex_alone = row.target.empty() && column >= std::max(layout.source, layout.target);
    if (what != line_fault::missing_field || !vertex_alone) return what;
    ++p;  // the fields after an empty target may be missing as well
    return line_fault::none;
  }
}

/// Undoes the doubling of quotes inside a quoted field.
[[nodiscard]] std::string unquoted(std::string_view field);

/// Parses an integer id: digits, with or without '+', or an integer in floating-point notation such as "2.0", "2." and "1e+05".
/// Returns none, negative, overflow, or not_numeric for anything else.
[[nodiscard]] line_fault scan_float_id(std::string_view field, char decimal_point, std::uint64_t& id) noexcept;

/// "NaN", "NA", "null" and similar markers of a missing value, in any letter case.
[[nodiscard]] bool means_missing(std::string_view field) noexcept;

/// Whether the field is a number: an id or a weight.
[[nodiscard]] bool is_number_field(std::string_view field, char decimal_point) noexcept;

/// Parses the weight of a row that has an edge.
[[nodiscard]] line_fault row_weight(const csv_row& row, const csv_layout& layout, double& value) noexcept;

/// Whether the field is "directed" or "undirected", in any letter case; nothing for any other.
[[nodiscard]] std::optional<bool> direction_word(std::string_view field) noexcept;

/// The same for the truth values "true", "yes", "1", "false", "no", "0" of a column such as `directed`.
[[nodiscard]] std::optional<bool> direction_truth(std::string_view field) noexcept;

/// Parses the direction of a row that has an edge from its type column: a word or a truth value.
[[nodiscard]] line_fault row_direction(const csv_row& row, const csv_layout& layout, bool& directed) noexcept;

/// The edges of a table, before the direction and the vertex numbers of the whole table are decided.
struct table_edges {
  edge_list list;
  bool directed_rows = false, undirected_rows = false;  // as the type column states
};

/// Reads rows with names as ids, from the current position to the end of the text. Vertices are numbered by first appearance and
/// keep their names as labels.
[[nodiscard]] table_edges read_csv_names(text_source& text, const csv_layout& layout, const fault_context& context);

}  // namespace fathom::io
