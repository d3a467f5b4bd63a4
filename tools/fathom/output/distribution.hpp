// Distribution of an integer over vertices, edges or sets, such as the degrees of vertices.
#pragma once

#include <string>

#include "fathom/study.hpp"
#include "output/json.hpp"

namespace fathom::program {

/// A table of ranges 0, 1, 2-3, 4-7, ...: widths double, so that distributions with long tails fit in a few lines. `name` heads
/// the values, and `of` what has them.
[[nodiscard]] std::string distribution_text(const std::string& name, const value_distribution& distribution,
                                            const std::string& of = "vertices");

/// One object per value, with the value and how many vertices (`of`) have it; `key` names the value.
[[nodiscard]] json distribution_json(const char* key, const value_distribution& distribution, const char* of = "vertices");

}  // namespace fathom::program
