// Arithmetic for sums of weights along a path. Each kind of sum is monotone (a longer path to u never gives a shorter path to v)
// and nondecreasing, including rounding. Then the distances, the smallest sums over all paths, are the only fixed point in which a
// search can end, whatever the order in which it relaxes edges. Proof: every value that a search writes is the sum along some path,
// hence none is too small; once no edge u -> v improves v, its value is at most the sum along any path, by induction from the
// source.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "fathom/weighted_layout.hpp"

namespace fathom::sssp_engine {

/// Integer weights in 32 bits, which need half the bandwidth of 64. Sums that overflow become infinity: see outcome::is_exact.
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

/// Integer weights of paths too long for 32 bits: exact, because weight_kind::whole guarantees sums below 2^53.
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

/// Real (float) weights, added in double precision: rounding to nearest is monotone.
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

/// Double-precision weights, integer or real, which the layout stores separately from its edges.
struct table_64 {
  explicit table_64(const weighted_layout& l) noexcept : values(l.weight_values) {}
  using distance = double;
  static constexpr distance infinity = std::numeric_limits<double>::infinity();
  [[nodiscard]] distance add(distance d, std::uint32_t weight) const noexcept { return d + values[weight]; }
  [[nodiscard]] static distance of(double value) noexcept { return value; }
  [[nodiscard]] static distance next_above(distance d) noexcept;

  const double* values;
};

// Nonnegative doubles order like their bits; infinity is unchanged.
inline double next_double_above(double d) noexcept {
  return d < std::numeric_limits<double>::infinity() ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(d + 0.0) + 1) : d;
}
inline double whole_64::next_above(double d) noexcept { return next_double_above(d); }
inline double real_64::next_above(double d) noexcept { return next_double_above(d); }
inline double table_64::next_above(double d) noexcept { return next_double_above(d); }

}  // namespace fathom::sssp_engine
