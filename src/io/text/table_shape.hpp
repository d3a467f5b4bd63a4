// Shape of a table: separator, header, columns and direction, determined from its first rows and the options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/formats/csv_fields.hpp"
#include "io/text/count_line.hpp"
#include "io/text/stated_counts.hpp"

namespace fathom::io {

struct table_shape {
  csv_layout layout;
  bool unnamed_weight = false;      ///< the weight column was chosen by position and may turn out to hold time stamps
  bool whole_numbers = true;        ///< the ids of the first rows are integers
  bool numbers_are_names = false;   ///< some ids are numbers, and others are names
  bool both_types = false;          ///< the first rows have directed and undirected edges
  std::string first_name;           ///< the first id that is not a number, for a note; empty if there is none
  std::optional<bool> directed;     ///< as the table states; rows with a type have their own direction
  stated_counts stated;             ///< from the comments above the table
  std::uint64_t declared = 0;       ///< number of vertices in a comment of our writers above the table; 0 if there is none
  std::vector<std::uint64_t> lone;  ///< isolated vertices in comments of our writers above the table
  std::optional<count_line> size;   ///< what the first row states if it is "n m" or "n n m" rather than an edge
  std::string fields;               ///< "the header's 2 fields", for messages
  std::vector<std::string> notes;
};

/// Consumes comments and the header. Throws error_category::input for text that is not a table, and error_category::usage for a
/// column that does not exist.
[[nodiscard]] table_shape open_table(text_source& text, const read_options& options);

}  // namespace fathom::io
