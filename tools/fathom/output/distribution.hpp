// Distribution of an integer over the vertices, such as their degrees.
#pragma once

#include <string>

#include "fathom/study.hpp"
#include "output/json.hpp"

namespace fathom::program {

/// A table of ranges 0, 1, 2-3, 4-7, ...: widths double, so that distributions with long tails fit in a few lines. `name` heads
/// the values.
[[nodiscard]] std::string distribution_text(const std::string& name, const value_distribution& distribution);

/// One object of value and number of vertices per value; `key` names the value.
[[nodiscard]] json distribution_json(const char* key, const value_distribution& distribution);

}  // namespace fathom::program
