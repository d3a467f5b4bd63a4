// Suggestions for misspelled words: "did you mean ...?".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fathom::program {

/// The word in `known` with the smallest edit distance (insertion, deletion, substitution, transposition of adjacent characters);
/// empty if none is similar enough. Never the opposite of the word, --keep-x for --drop-x.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace fathom::program
