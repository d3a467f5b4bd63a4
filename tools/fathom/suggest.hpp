// "did you mean": the word that was meant by one that is unknown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fathom::program {

/// The nearest of `known` by edit distance (insertion, deletion, exchange, swap of neighbours), where it is near enough to be
/// meant; else empty.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace fathom::program
