// Status bytes of 64 searches at one vertex: the distance, or `unvisited`. Loops have a fixed length, so that the compiler uses
// vectors of 16 or 32 bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fathom/types.hpp"

namespace fathom::multi_bfs_engine {

using status = std::uint8_t;
inline constexpr status unvisited = 255;
inline constexpr hop_count deepest_status = 254;

/// A cache line. Its searches are also the bits of a ballot, and eight of them are a word, for atomic operations.
inline constexpr std::size_t line_searches = 64, words_of_line = 8;

struct alignas(line_searches) status_line {
  status of[line_searches];

  [[nodiscard]] status largest() const noexcept {
    status most = 0;
    for (std::size_t i = 0; i < line_searches; ++i) most = std::max(most, of[i]);
    return most;
  }
};

/// The smaller status of each search.
[[nodiscard]] inline status_line smaller(const status_line& a, const status* b) noexcept {
  status_line least;
  for (std::size_t i = 0; i < line_searches; ++i) {
    const status one = a.of[i], other = b[i];
    least.of[i] = one < other ? one : other;
  }
  return least;
}

/// 255 in each byte that is s in `own`, 0 in the others.
[[nodiscard]] inline status_line equal_to(const status* own, status s) noexcept {
  status_line mask;
  for (std::size_t i = 0; i < line_searches; ++i) mask.of[i] = own[i] == s ? status{255} : status{0};
  return mask;
}

/// The bytes of `mask` whose value in `line` is at most `limit`.
[[nodiscard]] inline status_line up_to(const status_line& line, status limit, const status_line& mask) noexcept {
  status_line some;
  for (std::size_t i = 0; i < line_searches; ++i) {
    const status one = line.of[i], of_mask = mask.of[i];
    some.of[i] = one <= limit ? of_mask : status{0};
  }
  return some;
}

/// A word of eight equal bytes.
[[nodiscard]] constexpr std::uint64_t all_bytes(status s) noexcept { return 0x0101010101010101u * s; }

// Byte k of a word is bit k of a ballot's byte; one bit of each byte is enough for that.
inline constexpr std::uint64_t own_bit_of_byte = 0x8040201008040201u;

/// Eight bits of a ballot as a word of bytes: 255 for a set bit, else 0.
[[nodiscard]] constexpr std::uint64_t bytes_of(std::uint64_t eight_bits) noexcept {
  const std::uint64_t some_bit = (eight_bits * 0x0101010101010101u) & own_bit_of_byte;
  const std::uint64_t high_bit = (some_bit | (some_bit + all_bytes(0x7F))) & all_bytes(0x80);
  return (high_bit << 1) - (high_bit >> 7);
}

/// Eight bytes that are 255 or 0 as bits of a ballot.
[[nodiscard]] constexpr std::uint64_t bits_of(std::uint64_t eight_bytes) noexcept {
  return ((eight_bytes & own_bit_of_byte) * 0x0101010101010101u) >> 56;
}

/// 255 in each byte of the word that is `unvisited`, 0 in the others.
[[nodiscard]] constexpr std::uint64_t unvisited_bytes(std::uint64_t word) noexcept {
  const std::uint64_t low_bits = (word & all_bytes(0x7F)) + all_bytes(1);
  const std::uint64_t high_bit = low_bits & word & all_bytes(0x80);
  return (high_bit << 1) - (high_bit >> 7);
}

/// The iBFS paper's ballot: one bit per search, set where the mask has 255.
[[nodiscard]] inline std::uint64_t ballot_of(const status_line& mask) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t w = 0; w < words_of_line; ++w) {
    std::uint64_t word = 0;
    __builtin_memcpy(&word, mask.of + w * sizeof(word), sizeof(word));
    bits |= bits_of(word) << (8 * w);
  }
  return bits;
}

}  // namespace fathom::multi_bfs_engine
