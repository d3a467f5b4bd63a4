// Columns of an edge list after the two ids: the choice of the weight column and the treatment of the others.
#pragma once

#include <string>
#include <vector>

#include "io/text/edge_lines.hpp"
#include "io/text/list_preamble.hpp"

namespace fathom::io {

struct list_columns {
  third_column third = third_column::none;
  std::size_t skipped = 0;    ///< columns between the ids and the weight
  bool rest_ignored = false;  ///< further columns may follow
  bool unnamed = false;       ///< the third column has no name: its values distinguish weights from time stamps
  std::vector<std::string> notes;
};

/// Throws error_category::usage for a --weight-column that does not exist, ::input if the ids are not the first two columns.
[[nodiscard]] list_columns find_list_columns(const text_source& text, const list_preamble& found, const read_options& options);

}  // namespace fathom::io
