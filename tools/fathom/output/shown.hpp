// Limits of text reports for long results; files and --json have everything.
#pragma once

#include <cstddef>

namespace fathom::program {

inline constexpr std::size_t few_runs = 8;              ///< searches listed one by one without --runs
inline constexpr std::size_t few_values = 10;           ///< vertices or edges with the largest values
inline constexpr std::size_t longest_whole_path = 20;   ///< vertices; longer paths are abbreviated
inline constexpr std::size_t path_end = 6;              ///< vertices shown at each end of an abbreviated path
inline constexpr std::size_t columns_before_bars = 40;  ///< terminal columns of a distribution's values and counts, at most

}  // namespace fathom::program
