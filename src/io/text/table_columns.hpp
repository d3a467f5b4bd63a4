// Choice of a table's columns of sources, targets, weights and types, by options, names and contents.
#pragma once

#include <optional>

#include "io/text/column_names.hpp"
#include "io/text/table_sample.hpp"

namespace fathom::io {

struct table_columns {
  std::optional<endpoint_columns> ends;  ///< with well-known names
  bool unnamed_weight = false;           ///< the weight column was chosen by position and may turn out to hold time stamps
  bool both_types = false;               ///< the first rows have directed and undirected edges
};

/// Sets the columns of the layout. Throws error_category::usage for a column that does not exist or that is chosen twice.
[[nodiscard]] table_columns find_table_columns(table_sample& sample, const text_source& text, const read_options& options);

}  // namespace fathom::io
