// Packed shortest-path state of a vertex: distance above the predecessor's column id in one word, so that both change atomically
// and smaller distances are smaller words. A distance is a non-negative float, as its bits, which are ordered like the number, or
// an integer below those of infinity.
#pragma once

#include <cstdint>

#include "graph/partition/cuda/words.cuh"
#include "sssp/distributed/paths_searcher.hpp"

namespace fathom::ranks_engine {

using path_word = unsigned long long;

/// Bits of a distance.
using path_sum = std::uint32_t;

// bits of an infinite float
inline constexpr path_sum infinite_bits = no_whole_sum;
inline constexpr path_word unreached_path = path_word{infinite_bits} << 32 | no_local_vertex;

__device__ inline path_sum sum_of_path(path_word path) { return static_cast<path_sum>(path >> 32); }

__device__ inline void mark(bit_word* bits, local_vertex v) {
  const bit_word bit = bit_word{1} << (v % bits_per_word);
  if ((__ldcg(&bits[v / bits_per_word]) & bit) == 0) atomicOr(&bits[v / bits_per_word], bit);
}

}  // namespace fathom::ranks_engine
