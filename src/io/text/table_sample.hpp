// First rows of a table, split into fields, and the layout found from them so far.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fathom/io.hpp"
#include "io/formats/csv_fields.hpp"
#include "io/text/column_names.hpp"
#include "io/text/table_head.hpp"
#include "io/text/table_separator.hpp"
#include "io/text/text_source.hpp"

namespace fathom::io {

using table_row = std::vector<std::string>;

[[nodiscard]] bool is_id(const std::string& field, char decimal_point);
/// Whether the field is neither empty nor a word such as "NaN".
[[nodiscard]] bool is_given(const std::string& field);
/// The names as plain_column_name() normalizes them.
[[nodiscard]] table_row plain_row(const table_row& names);
/// Whether the field is a number with a decimal comma, such as "1,5". "1,500" may also be one and a half thousand.
[[nodiscard]] bool has_decimal_comma(const std::string& field);

struct table_sample {
  std::vector<std::string_view> lines;
  std::vector<table_row> rows;
  separation found;
  bool has_header = false;
  table_row names, plain_names;  ///< of the columns, empty if there are none
  csv_layout layout;
  std::vector<std::string> notes;  ///< on the decisions

  /// A field of a row; empty beyond its end.
  [[nodiscard]] static const std::string& field(const table_row& row, std::size_t column);
  [[nodiscard]] std::span<const table_row> below() const { return std::span<const table_row>(rows).subspan(1); }
  [[nodiscard]] std::span<const table_row> data() const { return has_header ? below() : std::span<const table_row>(rows); }
  /// A column's name in quotes, or its number if it has no name.
  [[nodiscard]] std::string shown(std::size_t column) const;
  [[nodiscard]] bool is_end(std::size_t column) const { return column == layout.source || column == layout.target; }
};

/// Splits the first rows of `block` at the separator that the options or the head state, or that fits best.
[[nodiscard]] table_sample read_table_sample(const text_source& text, const table_options& options, const table_head& head,
                                             std::string_view block);

/// Whether all rows name their edge in Cytoscape's way, such as "A (pp) B" beside the interaction "pp".
[[nodiscard]] bool are_named_edges(std::span<const table_row> rows, const named_edge_columns& columns);

}  // namespace fathom::io
