// Distributions over the vertices of a graph that callers give, in any proportion.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/graph.hpp"

namespace fathom {

/// `values` divided by their sum; nothing where they are empty. Throws error_category::usage, naming `what` and the vertex, for
/// values that are not one a vertex, for one that is negative, infinite or NaN, and where none is above 0.
[[nodiscard]] array<double> distribution(const graph& g, std::span<const double> values, std::string_view what);

/// The same over n vertices that `name` gives their names.
[[nodiscard]] array<double> distribution(std::uint64_t n, std::span<const double> values, std::string_view what,
                                         const std::function<std::string(std::uint64_t)>& name);

}  // namespace fathom
