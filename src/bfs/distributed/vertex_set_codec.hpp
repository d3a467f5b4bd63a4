// Encoding of a vertex set for communication: a bitmap, or the gaps between its vertices where that is shorter.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace fathom::ranks_engine {

/// A gap takes one byte for each seven bits. Below one vertex in eight, gaps are at worst as long as the bitmap; for denser sets
/// they are not even tried.
inline constexpr std::uint64_t bits_per_gap = 8;

/// An encoding by gaps never has this size, which marks the bitmap itself.
[[nodiscard]] constexpr std::uint64_t bitmap_bytes(std::uint64_t words) noexcept { return words * sizeof(std::uint64_t); }

/// The most that encode() appends before it may find the bitmap shorter: one byte per gap, one more for each 128 bits of long gaps,
/// and so on.
[[nodiscard]] constexpr std::uint64_t most_encoded_bytes(std::uint64_t words) noexcept {
  return bitmap_bytes(words) + bitmap_bytes(words) / 8 + sizeof(std::uint64_t);
}

/// Calls visit(bit) for each set bit, in ascending order.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> words, const Visit& visit) {
  for (std::uint64_t w = 0; w < words.size(); ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
      visit(w * 64 + static_cast<std::uint64_t>(std::countr_zero(rest)));
    }
  }
}

[[nodiscard]] inline std::uint64_t bits_in(std::span<const std::uint64_t> words) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) sum += static_cast<std::uint64_t>(std::popcount(word));
  return sum;
}

/// Appends the encoding of `words`, which has `count` bits set, to `bytes`; nothing if it is empty.
inline void encode(std::span<const std::uint64_t> words, std::uint64_t count, std::vector<std::byte>& bytes) {
  if (count == 0) return;
  const std::size_t first = bytes.size(), whole = bitmap_bytes(words.size());
  if (count <= words.size() * 64 / bits_per_gap) {
    std::uint64_t next = 0;
    for_each_bit(words, [&](std::uint64_t bit) {
      std::uint64_t gap = bit - next;
      for (; gap >= 0x80; gap >>= 7) bytes.push_back(static_cast<std::byte>(gap | 0x80));
      bytes.push_back(static_cast<std::byte>(gap));
      next = bit + 1;
    });
    if (bytes.size() - first < whole) return;
  }
  bytes.resize(first + whole);
  std::memcpy(bytes.data() + first, words.data(), whole);
}

/// Whether a set of `words` words was encoded as a bitmap.
[[nodiscard]] inline bool is_bitmap(std::span<const std::byte> encoded, std::uint64_t words) noexcept {
  return encoded.size() == bitmap_bytes(words);
}

/// Calls visit_bit(bit) for each vertex of a set that was sent as gaps, or visit_word(w, bits) for each word of one that was sent
/// as a bitmap of `words` words.
template <class VisitBit, class VisitWord>
void decode(std::span<const std::byte> bytes, std::uint64_t words, const VisitBit& visit_bit, const VisitWord& visit_word) {
  if (is_bitmap(bytes, words)) {
    for (std::uint64_t w = 0; w < words; ++w) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes.data() + w * sizeof bits, sizeof bits);
      visit_word(w, bits);
    }
    return;
  }
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    std::uint64_t gap = 0;
    int shift = 0;
    for (; i < bytes.size() && (bytes[i] & std::byte{0x80}) != std::byte{0}; shift += 7) {
      gap |= (std::to_integer<std::uint64_t>(bytes[i++]) & 0x7F) << shift;
    }
    if (i < bytes.size()) gap |= std::to_integer<std::uint64_t>(bytes[i++]) << shift;
    visit_bit(next + gap);
    next += gap + 1;
  }
}

}  // namespace fathom::ranks_engine
