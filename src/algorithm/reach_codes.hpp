// Codes of a few bits each in 64-bit words, one after another from the lowest bit of the first word; a code may lie across two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "fathom/types.hpp"
#include "io/reach_format.hpp"

namespace fathom {

class code_writer {
 public:
  code_writer(std::uint64_t* to, int bits) : to_(to), bits_(bits) {}

  void add(std::uint64_t code) noexcept {
    word_ |= code << used_;
    used_ += bits_;
    if (used_ < 64) return;
    *to_++ = word_;
    used_ -= 64;
    word_ = used_ > 0 ? code >> (bits_ - used_) : 0;
  }
  void finish() noexcept {
    if (used_ > 0) *to_ = word_;
  }

 private:
  std::uint64_t* to_;
  const int bits_;
  int used_ = 0;
  std::uint64_t word_ = 0;
};

[[nodiscard]] inline std::uint32_t read_code(const std::uint64_t* words, std::uint64_t index, int bits) noexcept {
  const std::uint64_t bit = index * static_cast<std::uint64_t>(bits);
  const std::uint64_t* const word = words + bit / 64;
  const int shift = static_cast<int>(bit % 64);
  std::uint64_t value = *word >> shift;
  if (shift + bits > 64) value |= word[1] << (64 - shift);
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}

/// Packs n distances, of which `count` are not `unreachable`; fills every word of the row.
template <class T>
void pack_row(const T* distances, std::uint64_t n, std::uint64_t count, io::reach_form form, hop_count k, int bits,
              std::uint64_t* to) noexcept {
  const auto further = static_cast<std::uint64_t>(k) + 1;
  if (form == io::reach_form::dense) {
    code_writer codes(to, bits);
    for (std::uint64_t v = 0; v < n; ++v) codes.add(distances[v] < 0 ? further : static_cast<std::uint64_t>(distances[v]));
    return codes.finish();
  }
  code_writer list(to, 32), codes(to + io::list_words(count), bits);
  for (std::uint64_t v = 0; v < n; ++v) {
    if (distances[v] < 0) continue;
    list.add(v);
    codes.add(static_cast<std::uint64_t>(distances[v]));
  }
  list.finish();
  codes.finish();
}

/// The code of `target`, k + 1 where a sparse row does not list it.
[[nodiscard]] inline std::uint32_t look_up(const std::uint64_t* row, io::reach_form form, std::uint64_t count, vertex_id target,
                                           hop_count k, int bits) noexcept {
  if (form == io::reach_form::dense) return read_code(row, target, bits);
  // Vertices lie two a word, the first in the low half, which is an array of them on the little-endian machines that read this.
  const std::span<const vertex_id> list(reinterpret_cast<const vertex_id*>(row), count);
  const auto at = std::lower_bound(list.begin(), list.end(), target);
  if (at == list.end() || *at != target) return static_cast<std::uint32_t>(k) + 1;
  return read_code(row + io::list_words(count), static_cast<std::uint64_t>(at - list.begin()), bits);
}

}  // namespace fathom
