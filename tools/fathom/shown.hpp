// How much of a long answer a person is shown; files and --json have all of it.
#pragma once

#include <cstddef>

namespace fathom::program {

inline constexpr std::size_t few_runs = 8;             ///< are listed one by one without being asked for
inline constexpr std::size_t few_values = 10;          ///< of vertices or edges
inline constexpr std::size_t longest_whole_path = 20;  ///< vertices; a longer path shows its ends
inline constexpr std::size_t path_end = 6;             ///< vertices shown at each end of a long path
inline constexpr int widest_bar = 40;                  ///< characters

}  // namespace fathom::program
