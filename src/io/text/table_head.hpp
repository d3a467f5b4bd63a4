// Lines before the first row of a table: comments, and the hint "sep=;" of spreadsheets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/text/stated_counts.hpp"
#include "io/text/text_source.hpp"

namespace fathom::io {

/// Whether a line consists of blanks and separators only.
[[nodiscard]] bool is_empty_line(std::string_view line);

struct table_head {
  std::optional<bool> directed;
  std::string direction_line;  ///< the comment that states it
  std::string last_comment;    ///< without '#'; it may name the columns
  stated_counts stated;
  std::uint64_t declared = 0;       ///< number of vertices in a comment of our writers; 0 if there is none
  std::vector<std::uint64_t> lone;  ///< isolated vertices in comments of our writers
  char separator = 0;               ///< from a line "sep=;"; otherwise 0
};

/// Consumes these lines.
[[nodiscard]] table_head take_table_head(text_source& text);

}  // namespace fathom::io
