// Parsing of header lines: words, numbers, and plausibility checks of the declared sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/text_source.hpp"

namespace fathom::io {

[[nodiscard]] std::string lower_case(std::string_view text);
/// The words of a line, split at blanks, in lower case.
[[nodiscard]] std::vector<std::string> lower_case_words(std::string_view line);
/// True for a line of blanks only.
[[nodiscard]] bool is_blank_line(std::string_view line);
/// The integers of the line; empty if the line contains anything else, or a number exceeds 64 bits.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> header_numbers(std::string_view line);

/// Checks the sizes that a header declares before anything is allocated. Throws error_category::input if the text is too short for
/// this many entries of `min_entry_bytes` each, error_category::memory if the graph would not fit into memory.
void require_declared_sizes(const text_source& text, std::uint64_t vertices, std::uint64_t entries, std::uint64_t min_entry_bytes,
                            std::uint64_t line);

}  // namespace fathom::io
