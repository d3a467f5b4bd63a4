// Edge data of NetworkX's write_edgelist: a Python dictionary behind the two ids, such as {} or {'weight': 3.0, 'color': 'red'}.
#pragma once

#include <string_view>

#include "io/text_scan.hpp"

namespace fathom::io {

/// The value of 'weight' in the data at p, or 1 where there is none or nothing at all: then `written`, its text, is empty. The data
/// end the line.
[[nodiscard]] line_fault scan_edge_data(const char* p, double& value, std::string_view& written) noexcept;

}  // namespace fathom::io
