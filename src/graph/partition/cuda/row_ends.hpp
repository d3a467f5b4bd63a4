// Begin and end of adjacency rows in device memory.
#pragma once

#include "fathom/callable.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

/// Edge ranges of rows: whole rows, or a part of each.
struct row_ends {
  const edge_offset *first = nullptr, *last = nullptr;
};
FATHOM_CALLABLE inline row_ends whole_rows(const edge_offset* offsets) { return {offsets, offsets + 1}; }

}  // namespace fathom::ranks_engine
