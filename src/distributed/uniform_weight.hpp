// The weights of the specification's kernel 3, each a function of its edge's number alone.
#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Of edge number `edge` of kron(scale, edge_factor, {}, {seed}): uniform in [0, 1). Of 24 bits, so that every one is a float below
/// 1.
[[nodiscard]] FATHOM_CALLABLE inline edge_weight uniform_weight(std::uint64_t seed, std::uint64_t edge) noexcept {
  constexpr std::uint64_t weight_stream = 0x3E1647;  // apart from the edges' random numbers
  return static_cast<edge_weight>(random_bits(seed ^ weight_stream, edge) >> 40) * 0x1.0p-24f;
}

}  // namespace fathom
