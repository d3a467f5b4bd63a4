// Values for random damage, both plausible and impossible ones.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>

#include "fathom/types.hpp"

namespace fathom::test {

inline hop_count some_distance(std::uint64_t bits) {
  constexpr hop_count odd[] = {-1, -2, 0, 1, std::numeric_limits<hop_count>::max(), std::numeric_limits<hop_count>::min()};
  return bits % 4 != 0 ? static_cast<hop_count>(bits >> 8 & 7) - 1 : odd[(bits >> 8) % std::size(odd)];
}

inline vertex_id some_predecessor(std::uint64_t bits, vertex_id n) {
  const vertex_id odd[] = {no_vertex, n, no_vertex - 1};
  return bits % 8 != 0 ? static_cast<vertex_id>((bits >> 8) % n) : odd[(bits >> 8) % std::size(odd)];
}

}  // namespace fathom::test
