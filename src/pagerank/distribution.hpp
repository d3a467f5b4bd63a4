// Normalization of caller-supplied weights to a probability distribution over vertices.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// Returns `values` divided by their sum, or an empty array if they are empty. Throws error_category::usage, naming `what` and the
/// vertex, if there is not one value per vertex, if one is negative, infinite or NaN, or if none is positive.
[[nodiscard]] array<double> distribution(const graph& g, std::span<const double> values, std::string_view what);

/// As above for n vertices; `name` returns the name of a vertex for messages.
[[nodiscard]] array<double> distribution(std::uint64_t n, std::span<const double> values, std::string_view what,
                                         const std::function<std::string(std::uint64_t)>& name);

}  // namespace fathom
