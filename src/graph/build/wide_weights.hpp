// Weights that single precision cannot represent: detection, conversion and storage.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Single and double precision represent all integers up to these values exactly.
inline constexpr double exact_singles = 0x1p24;
inline constexpr double exact_doubles = 0x1p53;

/// Whether rounding w to single precision would change it by more than the relative error of 2^-24, or would change an integer.
[[nodiscard]] inline bool needs_double(double w) noexcept {
  const double size = std::fabs(w);
  return (size > exact_singles || size < std::numeric_limits<edge_weight>::min()) &&
         static_cast<double>(static_cast<edge_weight>(w)) != w;
}

/// The same, for any change at all if `exact`.
[[nodiscard]] inline bool needs_double(double w, bool exact) noexcept {
  return exact ? static_cast<double>(static_cast<edge_weight>(w)) != w : needs_double(w);
}

/// Whether a 64-bit integer differs from the double it was converted to.
template <class Whole>
[[nodiscard]] bool is_changed(Whole value, double made) noexcept {
  constexpr double end = static_cast<double>(std::numeric_limits<Whole>::max() / 2 + 1) * 2;  // a power of two
  return made >= end || static_cast<Whole>(made) != value;
}

/// The nearest finite single-precision weight; nonzero unless w is 0.
[[nodiscard]] edge_weight rounded_to_single(double w) noexcept;
[[nodiscard]] array<edge_weight> rounded_to_single(const array<double>& weights, const run_control& control);
[[nodiscard]] array<double> widened(const array<edge_weight>& weights, const run_control& control);

/// Number of weights that need double precision; see needs_double().
[[nodiscard]] std::uint64_t count_needing_double(const array<double>& weights, bool exact, const run_control& control);

/// Moves the weights from `wide` to `weights` if none needs double precision. NaN and infinities are preserved.
void narrow_where_exact(array<edge_weight>& weights, array<double>& wide, bool exact, const run_control& control);

/// Accepts `weights` or `wide_weights` and always leaves `weights`. Keeps `wide_weights` as well only if some weight needs double
/// precision, and adds a note then. All weights must be finite.
void store_weights(graph_arrays& a, std::vector<std::string>& notes, bool exact, const run_control& control);

}  // namespace fathom
