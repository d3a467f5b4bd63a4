// Random edge weights of Graph500 kernel 3, each a function of the seed and the edge's index.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// The weight of edge `edge` of kron(scale, edge_factor, {}, {seed}): uniform in [0, 1), with 24 bits, so that it is exact in
/// single precision and below 1.
[[nodiscard]] FATHOM_CALLABLE inline edge_weight uniform_weight(std::uint64_t seed, std::uint64_t edge) noexcept {
  constexpr std::uint64_t weight_stream = 0x3E1647;  // a stream independent of the edges' random numbers
  return static_cast<edge_weight>(random_bits(seed ^ weight_stream, edge) >> 40) * 0x1.0p-24f;
}

}  // namespace fathom
