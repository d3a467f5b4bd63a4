// The columns of an edge list behind the two ids: which one holds weights, and what becomes of the others.
#pragma once

#include <string>
#include <vector>

#include "io/edge_lines.hpp"
#include "io/list_preamble.hpp"

namespace fathom::io {

struct list_columns {
  third_column third = third_column::none;
  std::size_t skipped = 0;    ///< columns between the ids and the weight
  bool rest_ignored = false;  ///< further columns may follow
  bool unnamed = false;       ///< nothing names the third column: its values tell weights from time stamps
  std::vector<std::string> notes;
};

/// Throws error_category::usage for a --weight-column that is not there, ::input for columns in another order.
[[nodiscard]] list_columns find_list_columns(const text_source& text, const list_preamble& found, const read_options& options);

}  // namespace fathom::io
