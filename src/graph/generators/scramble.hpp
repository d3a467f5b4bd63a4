// Seeded bijection on [0, 2^bits). It scrambles the ids of recursive generators, whose degrees otherwise decrease with the id.
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace fathom {

/// Rounds of add, multiply and xor-shift modulo 2^bits. Each step is invertible (an odd number has an inverse modulo a power of
/// two, and a right shift by at least one bit leaves the highest bits unchanged), so the composition is a bijection.
class id_scramble {
 public:
  id_scramble(int bits, std::uint64_t seed) noexcept
      : mask_((std::uint64_t{1} << bits) - 1), shift_(bits / 2 + 1) {  // half the bits: mixes the high half into the low half
    for (int r = 0; r < rounds; ++r) {
      add_[r] = random_bits(seed, 2 * r);
      multiply_[r] = random_bits(seed, 2 * r + 1) | 1;
    }
  }

  [[nodiscard]] FATHOM_CALLABLE std::uint64_t operator()(std::uint64_t id) const noexcept {
    for (int r = 0; r < rounds; ++r) {
      id = ((id + add_[r]) * multiply_[r]) & mask_;
      id ^= id >> shift_;
    }
    return id;
  }

 private:
  static constexpr int rounds = 3;  // two rounds already spread each bit over all others; one more as a margin

  std::uint64_t mask_;
  int shift_;
  std::uint64_t add_[rounds];
  std::uint64_t multiply_[rounds];
};

}  // namespace fathom
