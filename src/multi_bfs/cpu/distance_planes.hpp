// Bit planes of distances: plane p of a vertex holds bit p of its distance in each search. A level sets them for all searches that
// discover the vertex with one or two operations, and only bits are stored during a search.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "fathom/array.hpp"
#include "fathom/types.hpp"
#include "multi_bfs/bit_row.hpp"

namespace fathom::multi_bfs_engine {

/// Transposes a 64 x 64 bit matrix: bit j of row i becomes bit i of row j. Warren, "Hacker's Delight", section 7-3.
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

/// Lookup table: byte i of an entry is bit i of its index.
inline constexpr std::array<std::uint64_t, 256> spread_bits = [] {
  std::array<std::uint64_t, 256> spread{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    for (int i = 0; i < 8; ++i) spread[byte] |= ((byte >> i) & 1) << (8 * i);
  }
  return spread;
}();

/// Packs eight distances into the bytes of a word, from bits i to i + 7 of their planes.
template <int Planes>
std::uint64_t gather_bytes(const std::uint64_t* planes, int i) noexcept {
  std::uint64_t bytes = 0;
  for (int p = 0; p < Planes; ++p) bytes |= spread_bits[(planes[p] >> i) & 0xFF] << p;
  return bytes;
}

/// Writes the distances of 64 vertices in one search from transposed columns: bit i of planes[p] is bit p of vertex i's distance,
/// and bit i of `seen` says whether it has one. The others get -1 (all bits set). For a one-byte T, `Planes` is the number of
/// planes, fewer than eight; otherwise there are eight planes for each byte of T.
template <int Planes, class T>
void write_distances(T* to, std::uint64_t seen, const std::uint64_t* planes) noexcept {
  for (int i = 0; i < 64; i += 8) {
    const std::uint64_t missing = spread_bits[~(seen >> i) & 0xFF] * 0xFF;
    if constexpr (sizeof(T) == 1) {
      const std::uint64_t bytes = gather_bytes<Planes>(planes, i) | missing;
      std::memcpy(to + i, &bytes, 8);
    } else {
      std::uint64_t low = gather_bytes<Planes>(planes, i) | missing,
                    high = Planes < 8 ? missing : gather_bytes<8>(planes + 8, i) | missing;
      for (int k = 0; k < 8; ++k, low >>= 8, high >>= 8) to[i + k] = static_cast<std::int16_t>((low & 0xFF) | (high & 0xFF) << 8);
    }
  }
}

/// Writes distances of at most 16 bits including the sign. Only `num_planes` planes are in use; the others are zero.
template <class T>
void write_distances(T* to, std::uint64_t seen, const std::uint64_t* planes, int num_planes) noexcept {
  switch (num_planes) {
    case 0:
    case 1:
      return write_distances<1>(to, seen, planes);
    case 2:
      return write_distances<2>(to, seen, planes);
    case 3:
      return write_distances<3>(to, seen, planes);
    case 4:
      return write_distances<4>(to, seen, planes);
    case 5:
      return write_distances<5>(to, seen, planes);
    case 6:
    case 7:
      return write_distances<7>(to, seen, planes);
    default:
      return write_distances<8>(to, seen, planes);
  }
}

/// Writes distances of any size one by one: searches deeper than 32,767 levels are rare, and slow for other reasons.
inline void write_deep_distances(hop_count* to, std::uint64_t seen, const std::uint64_t* planes, int num_planes) noexcept {
  for (int i = 0; i < 64; ++i) {
    std::uint32_t distance = 0;
    for (int p = 0; p < num_planes; ++p) distance |= static_cast<std::uint32_t>((planes[p] >> i) & 1) << p;
    to[i] = (seen >> i) & 1 ? static_cast<hop_count>(distance) : unreachable;
  }
}

}  // namespace fathom::multi_bfs_engine
