// Bit row: one bit per search of a group.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace fathom::multi_bfs_engine {

template <int Words>
struct alignas(Words >= 8 ? 64 : Words * 8) bit_row {
  static constexpr int bits = Words * 64;

  std::uint64_t word[Words];

  void set(std::size_t i) noexcept { word[i / 64] |= std::uint64_t{1} << (i % 64); }

  [[nodiscard]] bool any() const noexcept {
    std::uint64_t all = 0;
    for (int w = 0; w < Words; ++w) all |= word[w];
    return all != 0;
  }
  [[nodiscard]] unsigned count() const noexcept {
    unsigned sum = 0;
    for (int w = 0; w < Words; ++w) sum += static_cast<unsigned>(std::popcount(word[w]));
    return sum;
  }

  bit_row& operator|=(const bit_row& other) noexcept {
    for (int w = 0; w < Words; ++w) word[w] |= other.word[w];
    return *this;
  }
  [[nodiscard]] friend bit_row operator&(const bit_row& a, const bit_row& b) noexcept {
    bit_row row;
    for (int w = 0; w < Words; ++w) row.word[w] = a.word[w] & b.word[w];
    return row;
  }
  /// The bits of a that are not in b.
  [[nodiscard]] friend bit_row without(const bit_row& a, const bit_row& b) noexcept {
    bit_row row;
    for (int w = 0; w < Words; ++w) row.word[w] = a.word[w] & ~b.word[w];
    return row;
  }
};

/// Calls f(search) for each set bit.
template <int Words, class F>
void for_each_bit(const bit_row<Words>& row, F&& f) {
  for (int w = 0; w < Words; ++w) {
    for (std::uint64_t rest = row.word[w]; rest != 0; rest &= rest - 1) {
      f(static_cast<std::size_t>(w * 64 + std::countr_zero(rest)));
    }
  }
}

}  // namespace fathom::multi_bfs_engine
