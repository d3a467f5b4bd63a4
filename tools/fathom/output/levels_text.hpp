// Per-level report of a search as text.
#pragma once

#include <string>

#include "fathom/report.hpp"

namespace fathom::program {

/// The levels as a table. In a long search, only the first and last levels, the switches of direction and the slowest level get
/// rows of their own; the levels between them are summed.
[[nodiscard]] std::string levels_text(const run_report& report);

}  // namespace fathom::program
