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

/// Distances of 64 vertices in one search, from the columns that transposing has made: bit i of planes[p] is bit p of vertex i's
/// distance; bit i of `seen` says whether it has one.
template <class T>
void write_distances(T* to, int count, std::uint64_t seen, const std::uint64_t* planes, int num_planes) noexcept {
  for (int i = 0; i < count; i += 8) {
    // Bytes of eight distances at a time, the low eight bits of each and then the others. -1 where there is none: all bits set.
    std::uint64_t bytes[4] = {};
    const std::uint64_t missing = spread_bits[~(seen >> i) & 0xFF] * 0xFF;
    for (int p = 0; p < num_planes; ++p) bytes[p / 8] |= spread_bits[(planes[p] >> i) & 0xFF] << (p % 8);
    for (std::uint64_t& b : bytes) b |= missing;
    if constexpr (sizeof(T) == 1) {
      std::memcpy(to + i, bytes, static_cast<std::size_t>(count - i < 8 ? count - i : 8));
    } else {
      for (int k = 0; k < 8 && i + k < count; ++k) {
        std::uint32_t value = 0;
        for (unsigned b = 0; b < sizeof(T); ++b) value |= static_cast<std::uint32_t>((bytes[b] >> (8 * k)) & 0xFF) << (8 * b);
        to[i + k] = static_cast<T>(value);
      }
    }
  }
}

}  // namespace fathom::multi_bfs_engine
