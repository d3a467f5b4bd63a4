// Edge data of NetworkX's write_edgelist: a Python dictionary behind the two ids, such as {} or {'weight': 3.0, 'color': 'red'}.
#pragma once

#include "fathom/types.hpp"
#include "io/text_scan.hpp"

namespace fathom::io {

/// The value of 'weight' in the data at p, or 1 where there is none or nothing at all; `given` says which. The data end the line.
[[nodiscard]] line_fault scan_edge_data(const char* p, edge_weight& value, bool& given) noexcept;

}  // namespace fathom::io
