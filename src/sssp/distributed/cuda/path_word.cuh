// Packed shortest-path state of a vertex: distance above the predecessor's column id in one word, so that both change atomically
// and smaller distances are smaller words.
#pragma once

#include <cstdint>

#include "graph/partition/cuda/words.cuh"

namespace fathom::ranks_engine {

using path_word = unsigned long long;

// bits of an infinite float; non-negative floats are ordered like their bits
inline constexpr std::uint32_t infinite_bits = 0x7F800000u;
inline constexpr path_word unreached_path = path_word{infinite_bits} << 32 | no_local_vertex;

__device__ inline void mark(bit_word* bits, local_vertex v) {
  const bit_word bit = bit_word{1} << (v % bits_a_word);
  if ((__ldcg(&bits[v / bits_a_word]) & bit) == 0) atomicOr(&bits[v / bits_a_word], bit);
}

}  // namespace fathom::ranks_engine
