// Weights that single precision does not hold, and what is done about them.
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

/// The largest whole number up to which single precision holds all, and double precision.
inline constexpr double exact_singles = 0x1p24;
inline constexpr double exact_doubles = 0x1p53;

/// Whether single precision would change w by more than its relative error of 2^-24, or w is a whole number that it would change.
[[nodiscard]] inline bool needs_double(double w) noexcept {
  const double size = std::fabs(w);
  return (size > exact_singles || size < std::numeric_limits<edge_weight>::min()) &&
         static_cast<double>(static_cast<edge_weight>(w)) != w;
}

/// Whether a whole number of 64 bits is another one than the double that was made of it.
template <class Whole>
[[nodiscard]] bool is_changed(Whole value, double made) noexcept {
  constexpr double end = static_cast<double>(std::numeric_limits<Whole>::max() / 2 + 1) * 2;  // a power of two
  return made >= end || static_cast<Whole>(made) != value;
}

/// The nearest finite weight in single precision; not 0 unless w is.
[[nodiscard]] edge_weight rounded_to_single(double w) noexcept;
[[nodiscard]] array<edge_weight> rounded_to_single(const array<double>& weights, const run_control& control);
[[nodiscard]] array<double> widened(const array<edge_weight>& weights, const run_control& control);

/// How many of the weights need double precision.
[[nodiscard]] std::uint64_t count_needing_double(const array<double>& weights, const run_control& control);

/// Moves weights that turn out not to need double precision from `wide` to `weights`. NaN and infinities stay what they are.
void narrow_where_exact(array<edge_weight>& weights, array<double>& wide, const run_control& control);

/// Takes weights or wide_weights, whichever there are, and leaves `weights`, with `wide_weights` beside them only where some weight
/// needs double precision, which is noted. All weights must be finite.
void store_weights(graph_arrays& a, std::vector<std::string>& notes, const run_control& control);

}  // namespace fathom
