// Rows of CSV (RFC 4180, less line ends inside of quotes): the two or three fields that make an edge.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "io/formats.hpp"
#include "io/text_scan.hpp"

namespace fathom::io {

struct csv_layout {
  char separator = ',';
  std::size_t source = 0;  // columns, from 0
  std::size_t target = 1;
  std::optional<std::size_t> weight;
};

struct csv_row {
  std::string_view source, target, weight;  // blanks around and quotes removed; doubled quotes inside are still there
};

/// The field at p, and p moved to the separator or line end behind it.
[[nodiscard]] inline line_fault scan_field(const char*& p, char separator, std::string_view& field) noexcept {
  const auto pad = [separator](char c) { return c == ' ' || c == '\r' || (c == '\t' && separator != '\t'); };
  while (pad(*p)) ++p;
  if (*p != '"') {
    const char* const first = p;
    while (*p != separator && *p != '\n') ++p;
    const char* last = p;
    while (last > first && pad(last[-1])) --last;
    field = {first, static_cast<std::size_t>(last - first)};
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
  for (++p; pad(*p); ++p) {
  }
  return *p == separator || *p == '\n' ? line_fault::none : line_fault::extra_text;
}

/// The row at p, and p moved to the next line; after a fault p is where it was found. Missing fields are empty.
[[nodiscard]] inline line_fault scan_row(const char*& p, const csv_layout& layout, csv_row& row) noexcept {
  row = {};
  const std::size_t last = std::max({layout.source, layout.target, layout.weight.value_or(0)});
  for (std::size_t column = 0;; ++column) {
    std::string_view field;
    const char* const at = p;
    if (const line_fault what = scan_field(p, layout.separator, field); what != line_fault::none) {
      if (what == line_fault::unclosed_quote) p = at;
      return what;
    }
    if (column == layout.source) row.source = field;
    if (column == layout.target) row.target = field;
    if (layout.weight && column == *layout.weight) row.weight = field;
    if (*p == '\n' || column == last) break;
    ++p;
  }
  p = find_newline(p) + 1;
  return line_fault::none;
}

/// Names in quotes double theirs.
[[nodiscard]] std::string unquoted(std::string_view field);

/// The weight of a row that has an edge.
[[nodiscard]] line_fault row_weight(const csv_row& row, edge_weight& value) noexcept;

/// Names as ids: vertices are numbered by first appearance and keep their names as labels. From here to the end of the text.
[[nodiscard]] edge_list read_csv_names(text_source& text, const csv_layout& layout, const fault_context& context);

}  // namespace fathom::io
