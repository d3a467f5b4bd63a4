// A search level by level, for people.
#pragma once

#include <string>

#include "fathom/report.hpp"

namespace fathom::program {

/// The levels as a table. Of a long search only the ends, the switches of direction and the slowest level are shown one by one, and
/// the levels between them as sums.
[[nodiscard]] std::string levels_text(const run_report& report);

}  // namespace fathom::program
