// What is known of a vertex on shortest paths is one word: its distance above the column id of its predecessor, so that both change
// at once, and the smaller distance is the smaller word.
#pragma once

#include <cstdint>

#include "engine/ranks/device/words.cuh"

namespace fathom::ranks_engine {

using path_word = unsigned long long;

inline constexpr std::uint32_t infinite_bits = 0x7F800000u;  // of an infinite float; those of larger floats are larger
inline constexpr path_word unreached_path = path_word{infinite_bits} << 32 | no_local_vertex;

__device__ inline void mark(bit_word* bits, local_vertex v) {
  const bit_word bit = bit_word{1} << (v % bits_a_word);
  if ((__ldcg(&bits[v / bits_a_word]) & bit) == 0) atomicOr(&bits[v / bits_a_word], bit);
}

}  // namespace fathom::ranks_engine
