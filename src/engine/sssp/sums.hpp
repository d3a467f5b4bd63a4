// How weights are added up along a path. Each kind of sum is monotone (a longer way to u makes no shorter way to v) and never
// falls, rounding included: then the distances, the smallest sums over all paths, are the only fixed point that a search can end
// in, in whatever order it looks at edges. Proof: every value that a search writes is the sum along some path, hence none is too
// small; once no edge u -> v gives less than v has, v has at most the sum along any path, by induction from the source.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

/// Whole weights in 32 bits, which are half as much to move as 64. A sum that is too large becomes infinity: see is_exact().
struct whole_32 {
  explicit whole_32(const weighted_layout&) noexcept {}
  using distance = std::uint32_t;
  static constexpr distance infinity = std::numeric_limits<distance>::max();
  [[nodiscard]] static distance add(distance d, std::uint32_t weight) noexcept {
    const std::uint64_t sum = std::uint64_t{d} + weight;
    return sum < infinity ? static_cast<distance>(sum) : infinity;
  }
  [[nodiscard]] static distance of(double value) noexcept { return value < infinity ? static_cast<distance>(value) : infinity; }
  [[nodiscard]] static distance next_above(distance d) noexcept { return d < infinity ? d + 1 : infinity; }
};

/// Whole weights of paths too long for 32 bits: exact, because weight_kind::whole promises sums below 2^53.
struct whole_64 {
  explicit whole_64(const weighted_layout&) noexcept {}
  using distance = double;
  static constexpr distance infinity = std::numeric_limits<double>::infinity();
  [[nodiscard]] static distance add(distance d, std::uint32_t weight) noexcept {
    return weight == std::numeric_limits<std::uint32_t>::max() ? infinity : d + weight;
  }
  [[nodiscard]] static distance of(double value) noexcept { return value; }
  [[nodiscard]] static distance next_above(distance d) noexcept;
};

/// Real weights, floats, added in double precision: rounding to nearest is monotone.
struct real_64 {
  explicit real_64(const weighted_layout&) noexcept {}
  using distance = double;
  static constexpr distance infinity = std::numeric_limits<double>::infinity();
  [[nodiscard]] static distance add(distance d, std::uint32_t weight) noexcept {
    return d + static_cast<double>(std::bit_cast<float>(weight));
  }
  [[nodiscard]] static distance of(double value) noexcept { return value; }
  [[nodiscard]] static distance next_above(distance d) noexcept;
};

/// Weights in double precision, whole or real, which the layout holds apart from its edges.
struct table_64 {
  explicit table_64(const weighted_layout& l) noexcept : values(l.weight_values) {}
  using distance = double;
  static constexpr distance infinity = std::numeric_limits<double>::infinity();
  [[nodiscard]] distance add(distance d, std::uint32_t weight) const noexcept { return d + values[weight]; }
  [[nodiscard]] static distance of(double value) noexcept { return value; }
  [[nodiscard]] static distance next_above(distance d) noexcept;

  const double* values;
};

// Positive doubles are ordered as their bits are; infinity stays.
inline double next_double_above(double d) noexcept {
  return d < std::numeric_limits<double>::infinity() ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(d + 0.0) + 1) : d;
}
inline double whole_64::next_above(double d) noexcept { return next_double_above(d); }
inline double real_64::next_above(double d) noexcept { return next_double_above(d); }
inline double table_64::next_above(double d) noexcept { return next_double_above(d); }

}  // namespace fathom::sssp_engine
