// Words of a line of an edge list: separated by blanks or tabs, or in double quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fathom::io {

/// The word at `at`, and `at` moved behind it; empty at the end of the line. A word in quotes keeps its blanks and loses the
/// quotes.
[[nodiscard]] std::string_view next_word(std::string_view line, std::size_t& at) noexcept;

/// All words; edge data in braces, as NetworkX writes them behind two ids, are one.
[[nodiscard]] std::vector<std::string> list_words(std::string_view line);

/// A word that a vertex id may be spelled as: a whole number, also as "2.0".
[[nodiscard]] bool is_id_word(std::string_view word);
[[nodiscard]] bool is_number_word(std::string_view word);

}  // namespace fathom::io
