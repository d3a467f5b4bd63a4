// Reader of edge lists whose ids are names: NetworkX's write_edgelist, igraph's .ncol.
#pragma once

#include "io/text/list_columns.hpp"

namespace fathom::io {

struct named_list {
  edge_list list;  ///< vertices numbered by first appearance, with their names as labels
  std::uint64_t given_weights = 0;
};

/// Reads from the current position to the end of the text.
[[nodiscard]] named_list read_list_names(text_source& text, const list_columns& columns, const fault_context& context);

}  // namespace fathom::io
