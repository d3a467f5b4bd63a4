// The shape of a table: separator, header, columns and direction, decided from its first rows and the options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/csv_fields.hpp"
#include "io/stated_counts.hpp"

namespace fathom::io {

struct table_shape {
  csv_layout layout;
  bool unnamed_weight = false;     ///< weights by their position: they may turn out to be time stamps
  bool whole_numbers = true;       ///< the ids of the first rows are whole numbers
  bool numbers_are_names = false;  ///< some of them are, and others are names
  bool both_types = false;         ///< the first rows have directed and undirected edges
  std::optional<bool> directed;    ///< as the table states; rows with a type apart
  stated_counts stated;            ///< by the comments above the table
  std::string fields;              ///< "the header's 2 fields", for messages
  std::vector<std::string> notes;
};

/// Takes comments and the header from the text. Throws error_category::input for a text that is no table, and
/// error_category::usage for a column that is not there.
[[nodiscard]] table_shape open_table(text_source& text, const read_options& options);

}  // namespace fathom::io
