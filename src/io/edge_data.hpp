// Edge data of NetworkX's write_edgelist: a Python dictionary after the two ids, such as {} or {'weight': 3.0, 'color': 'red'}.
#pragma once

#include <string_view>

#include "io/text/text_scan.hpp"

namespace fathom::io {

/// The value of 'weight' in the data at p, which extend to the end of the line. `written` is its spelling. Without a weight the
/// value is 1 and `written` is empty.
[[nodiscard]] line_fault scan_edge_data(const char* p, double& value, std::string_view& written) noexcept;

}  // namespace fathom::io
