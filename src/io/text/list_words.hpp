// Splitting of an edge list line into words, separated by blanks or tabs, or in double quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

/// Returns the next word from `at` on and advances `at` past it; empty at the end of the line. A quoted word keeps its blanks but
/// not its quotes.
[[nodiscard]] std::string_view next_word(std::string_view line, std::size_t& at) noexcept;

/// All words of a line; edge data in braces, as NetworkX writes them after the two ids, are one word.
[[nodiscard]] std::vector<std::string> list_words(std::string_view line);

/// The line without a comment at its end: a third or later word that begins with '#', as NetworkX reads it.
[[nodiscard]] std::string_view without_comment(std::string_view line) noexcept;

/// Whether a word is an arrow or a dash, such as "->".
[[nodiscard]] bool is_arrow(std::string_view word);
/// Whether an arrow leads to the left only, such as "<-".
[[nodiscard]] bool is_left_arrow(std::string_view word);

/// Whether a word can be a numeric vertex id: an integer, possibly written as "+2" or "2.0".
[[nodiscard]] bool is_id_word(std::string_view word);
[[nodiscard]] bool is_number_word(std::string_view word);

}  // namespace fathom::io
