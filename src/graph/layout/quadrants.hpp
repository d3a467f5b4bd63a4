// Sampling of the recursive-matrix quadrants of an edge, four levels per draw.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "fathom/generate.hpp"
#include "graph/generators/edges.hpp"

namespace fathom {

/// At each of `scale` levels an edge falls into one of four quadrants, independently: A (both bits 0), B (target's bit 1), C
/// (source's bit 1), D (both 1). Four levels have 4^4 = 256 outcomes, drawn together by Walker's alias method (Walker, ACM TOMS
/// 1977; Vose, IEEE TSE 1991) from 32 random bits: 8 choose a column, 24 decide between the column's own outcome and its alias. All
/// weights are integers in units of 2^-32, so that the table is the same on any machine; the rarest outcome of Graph500's
/// parameters, 0.05^4, is exact to 4e-5 of itself.
class quadrant_sampler {
 public:
  quadrant_sampler(int scale, rmat_probabilities p, std::uint64_t seed);

  /// The endpoints of edge number `edge`, before scrambling.
  [[nodiscard]] FATHOM_CALLABLE edge_ends operator()(std::uint64_t edge) const noexcept {
    std::uint64_t source = 0, target = 0;
    const std::uint64_t first = edge * draws_;
    for (std::uint64_t counter = first; counter < first + draws_; ++counter) {
      const std::uint64_t bits = mix64(key_ ^ counter);
      for (int half = 0; half < 2; ++half) {
        const std::uint32_t outcome = draw(static_cast<std::uint32_t>(bits >> (32 * half)));
        source = source << levels_per_draw | outcome >> levels_per_draw;
        target = target << levels_per_draw | (outcome & level_mask);
      }
    }
    // Levels are independent and identically distributed, so those drawn beyond `scale` are simply dropped.
    return {source & id_mask_, target & id_mask_};
  }

 private:
  static constexpr int levels_per_draw = 4;
  static constexpr std::uint32_t level_mask = (1u << levels_per_draw) - 1;
  static constexpr int column_bits = 2 * levels_per_draw;
  static constexpr std::uint32_t columns = 1u << column_bits;
  static constexpr std::uint32_t column_capacity = 1u << (32 - column_bits);

  struct column {
    std::uint32_t own;       ///< below this the outcome is the column's number: source bits above target bits
    std::uint32_t exchange;  ///< else the number with these bits changed
  };

  // Branch-free: the choice cannot be predicted, and a misprediction would cost more than everything else here.
  [[nodiscard]] FATHOM_CALLABLE std::uint32_t draw(std::uint32_t bits) const noexcept {
    const column& c = table_[bits & (columns - 1)];
    const std::uint32_t not_own = bits >> column_bits >= c.own;
    return (bits & (columns - 1)) ^ (c.exchange & (0 - not_own));
  }

  std::uint64_t key_;
  std::uint64_t draws_;  ///< 64-bit random numbers for each edge
  std::uint64_t id_mask_;
  column table_[columns];
};

}  // namespace fathom
