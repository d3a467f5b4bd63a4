// Packed codes of a few bits each in 64-bit words, from the lowest bit of the first word on; a code may straddle two words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "fathom/types.hpp"
#include "multi_bfs/distance_row_batches.hpp"
#include "reach/file/reach_format.hpp"

namespace fathom {

class code_writer {
 public:
  explicit code_writer(std::uint64_t* to) : to_(to) {}

  /// Appends the lowest `bits` (1 to 64) of `code`; its other bits must be 0.
  void add(std::uint64_t code, int bits) noexcept {
    word_ |= code << used_;
    used_ += bits;
    if (used_ < 64) return;
    *to_++ = word_;
    used_ -= 64;
    word_ = used_ > 0 ? code >> (bits - used_) : 0;
  }
  void finish() noexcept {
    if (used_ > 0) *to_ = word_;
  }

 private:
  std::uint64_t* to_;
  int used_ = 0;
  std::uint64_t word_ = 0;
};

/// Compacts eight codes of `bits` (up to 8), one per byte, to the low end: adjacent codes, then pairs, then fours.
[[nodiscard]] inline std::uint64_t join_codes(std::uint64_t bytes, int bits) noexcept {
  bytes = (bytes & 0x00FF00FF00FF00FF) | (bytes & 0xFF00FF00FF00FF00) >> (8 - bits);
  bytes = (bytes & 0x0000FFFF0000FFFF) | (bytes & 0xFFFF0000FFFF0000) >> (16 - 2 * bits);
  return (bytes & 0x00000000FFFFFFFF) | (bytes & 0xFFFFFFFF00000000) >> (32 - 4 * bits);
}

/// Codes of eight distances, one per byte: unreached (-1) becomes `further`, other distances are unchanged.
[[nodiscard]] inline std::uint64_t codes_of(std::uint64_t distances, std::uint64_t further) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t missing = ((distances >> 7) & ones) * 0xFF;
  return (distances & ~missing) | (further * ones & missing);
}

[[nodiscard]] inline std::uint32_t read_code(const std::uint64_t* words, std::uint64_t index, int bits) noexcept {
  const std::uint64_t bit = index * static_cast<std::uint64_t>(bits);
  const std::uint64_t* const word = words + bit / 64;
  const int shift = static_cast<int>(bit % 64);
  std::uint64_t value = *word >> shift;
  if (shift + bits > 64) value |= word[1] << (64 - shift);
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}

/// Packs n distances, of which `count` are reached; writes every word of the row.
template <class T>
void pack_row(const T* distances, std::uint64_t n, std::uint64_t count, io::reach_form form, hop_count k, int bits,
              std::uint64_t* to) noexcept {
  const auto further = static_cast<std::uint64_t>(k) + 1;
  if (form == io::reach_form::dense) {
    code_writer codes(to);
    std::uint64_t v = 0;
    for (; sizeof(T) == 1 && bits <= 8 && v + 8 <= n; v += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, distances + v, sizeof eight);
      codes.add(join_codes(codes_of(eight, further), bits), 8 * bits);
    }
    for (; v < n; ++v) codes.add(distances[v] < 0 ? further : static_cast<std::uint64_t>(distances[v]), bits);
    return codes.finish();
  }
  code_writer list(to), codes(to + io::list_words(count));
  for_each_reached(distances, n, [&](std::uint64_t v) {
    list.add(v, 32);
    codes.add(static_cast<std::uint64_t>(distances[v]), bits);
  });
  list.finish();
  codes.finish();
}

/// The code of `target`; k + 1 if a sparse row does not list it.
[[nodiscard]] inline std::uint32_t look_up(const std::uint64_t* row, io::reach_form form, std::uint64_t count, vertex_id target,
                                           hop_count k, int bits) noexcept {
  if (form == io::reach_form::dense) return read_code(row, target, bits);
  // Two vertices per word, the first in the low half: on the supported little-endian machines this is an array of vertex ids.
  const std::span<const vertex_id> list(reinterpret_cast<const vertex_id*>(row), count);
  const auto at = std::lower_bound(list.begin(), list.end(), target);
  if (at == list.end() || *at != target) return static_cast<std::uint32_t>(k) + 1;
  return read_code(row + io::list_words(count), static_cast<std::uint64_t>(at - list.begin()), bits);
}

}  // namespace fathom
