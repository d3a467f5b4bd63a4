// Numbers of a studied graph as a whole.
#pragma once

#include "base/text.hpp"
#include "fathom/study.hpp"

namespace fathom {

/// Name and value of each number.
[[nodiscard]] text_table summary_table(const graph_study& s);
/// See distance_statistics. histograms[i][d]: vertices at distance d from source i.
[[nodiscard]] distance_statistics distances_of(const std::vector<std::vector<std::uint64_t>>& histograms);

}  // namespace fathom
