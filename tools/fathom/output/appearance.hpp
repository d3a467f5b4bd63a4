// Abilities of a terminal: colors, width, and characters for bars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::program {

enum class color_choice {
  automatic,  ///< on a terminal, unless NO_COLOR is set, TERM is "dumb" or a launcher started the process
  always,
  never,
};

/// Sets --color for all output from here on.
void choose_color(color_choice choice) noexcept;
/// Whether text on this descriptor (standard output or standard error) is colored. Allocates nothing.
[[nodiscard]] bool is_colored(int descriptor) noexcept;

/// Columns for text on this descriptor: $COLUMNS if that is a number, else the width of the terminal, but at least 40; 0 if the
/// descriptor is not a terminal, which has no limit.
[[nodiscard]] std::size_t columns_of(int descriptor) noexcept;

/// `text` with lines of at most `columns` (0: no limit), broken at blanks. Continued lines are indented by two more columns. Color
/// sequences count as nothing; a word that is too long stays whole.
[[nodiscard]] std::string wrapped_lines(std::string_view text, std::size_t columns);

/// A horizontal bar of `part` of `whole`, at most `cells` wide and at least one cell if `part` is not 0: blocks in steps of an
/// eighth of a cell on a terminal with UTF-8, else '#'.
[[nodiscard]] std::string bar_of(std::uint64_t part, std::uint64_t whole, std::size_t cells);
/// Width of the bars beside `columns` of other text: at most 40.
[[nodiscard]] std::size_t cells_beside(std::size_t columns);

/// One block per value, its height the fraction of the largest; at most `cells` blocks, each the sum of equally many values. Empty
/// unless standard output is a terminal with UTF-8.
[[nodiscard]] std::string sparkline(const std::vector<double>& values, std::size_t cells);

}  // namespace fathom::program
