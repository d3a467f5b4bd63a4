// The few lines before the data: words, numbers, and whether what they announce can be true.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text_source.hpp"

namespace fathom::io {

[[nodiscard]] std::string lower_case(std::string_view text);
/// Split at blanks, in lower case.
[[nodiscard]] std::vector<std::string> lower_case_words(std::string_view line);
/// Nothing but blanks.
[[nodiscard]] bool is_blank_line(std::string_view line);
/// The line's whole numbers; nothing where something else stands there, or a number exceeds 64 bits.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> header_numbers(std::string_view line);

/// Refuses what a header announces before anything is allocated for it: error_category::input where the rest of the text is too
/// short for so many entries of `min_entry_bytes` each, error_category::memory where the graph would not fit.
void require_announced(const text_source& text, std::uint64_t vertices, std::uint64_t entries, std::uint64_t min_entry_bytes,
                       std::uint64_t line);

}  // namespace fathom::io
