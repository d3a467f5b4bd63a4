// Counter-based random numbers: value i of a stream does not depend on earlier values, so any thread can generate any part.
#pragma once

#include <cstdint>

#include "fathom/callable.hpp"

namespace fathom {

/// SplitMix64's finalizer (Steele, Lea, Flood, OOPSLA 2014): a bijection on 64 bits.
[[nodiscard]] FATHOM_CALLABLE constexpr std::uint64_t mix64(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// Value `index` of the stream `seed`.
[[nodiscard]] FATHOM_CALLABLE constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) noexcept {
  return mix64(mix64(seed) ^ index);
}

/// Uniform in [0, bound), from 64 random bits by Lemire's multiplication; the bias is below bound / 2^64.
[[nodiscard]] FATHOM_CALLABLE inline std::uint64_t bounded(std::uint64_t bits, std::uint64_t bound) noexcept {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits) * bound) >> 64);
}

/// Uniform in [0, 1) with 53 random bits.
[[nodiscard]] FATHOM_CALLABLE constexpr double unit_interval(std::uint64_t bits) noexcept {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

}  // namespace fathom
