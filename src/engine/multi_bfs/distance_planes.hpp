// Distances as bits: plane p of a vertex holds bit p of its distance in each search. A level sets them for all searches that find
// the vertex there with one or two operations, and nothing wider than bits is stored while searching.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/multi_bfs/bit_row.hpp"
#include "fathom/array.hpp"
#include "fathom/types.hpp"

namespace fathom::multi_bfs_engine {

/// Of 64 rows of 64 bits: bit j of row i becomes bit i of row j. Warren, "Hacker's Delight", section 7-3.
inline void transpose(std::array<std::uint64_t, 64>& rows) noexcept {
  std::uint64_t mask = 0x00000000FFFFFFFFull;
  for (int j = 32; j != 0; j >>= 1, mask ^= mask << j) {
    for (int k = 0; k < 64; k = ((k | j) + 1) & ~j) {
      const std::uint64_t swapped = ((rows[k] >> j) ^ rows[k | j]) & mask;
      rows[k] ^= swapped << j;
      rows[k | j] ^= swapped;
    }
  }
}

/// Byte i is bit i of the index.
inline constexpr std::array<std::uint64_t, 256> spread_bits = [] {
  std::array<std::uint64_t, 256> spread{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    for (int i = 0; i < 8; ++i) spread[byte] |= ((byte >> i) & 1) << (8 * i);
  }
  return spread;
}();

/// Eight distances as bytes of one word, their bits from 8 * slice on: from eight bits of each plane, beginning at bit i.
inline std::uint64_t gather_slice(const std::uint64_t* planes, int num_planes, int i, unsigned slice) noexcept {
  std::uint64_t bytes = 0;
  const int first = static_cast<int>(8 * slice), last = num_planes < first + 8 ? num_planes : first + 8;
  for (int p = first; p < last; ++p) bytes |= spread_bits[(planes[p] >> i) & 0xFF] << (p - first);
  return bytes;
}

/// Distances of 64 vertices in one search, from the columns that transposing has made: bit i of planes[p] is bit p of vertex i's
/// distance; bit i of `seen` says whether it has one. The others get -1: all bits set.
template <class T>
void write_distances(T* to, std::uint64_t seen, const std::uint64_t* planes, int num_planes) noexcept {
  for (int i = 0; i < 64; i += 8) {
    const std::uint64_t missing = spread_bits[~(seen >> i) & 0xFF] * 0xFF;
    std::uint64_t bytes[sizeof(T)];
    for (unsigned b = 0; b < sizeof(T); ++b) bytes[b] = gather_slice(planes, num_planes, i, b) | missing;
    if constexpr (sizeof(T) == 1) {
      std::memcpy(to + i, bytes, 8);
    } else {
      for (int k = 0; k < 8; ++k) {
        std::uint32_t value = 0;
        for (unsigned b = 0; b < sizeof(T); ++b) value |= static_cast<std::uint32_t>((bytes[b] >> (8 * k)) & 0xFF) << (8 * b);
        to[i + k] = static_cast<T>(value);
      }
    }
  }
}

}  // namespace fathom::multi_bfs_engine
