// Least-significant-digit radix sort of adjacency entries by (row, target), with a scratch buffer of the same size. Callers sort
// blocks of entries that fit the second-level cache, where a pass costs about 2 ns per entry; comparison sorts of rows took twice
// as long.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "fathom/types.hpp"

namespace fathom {

/// One directed edge being sorted into rows, with `row` relative to the first row of its block. The narrow form packs row and
/// target into 32 bits, which halves the memory traffic when blocks are small enough.
struct narrow_entry {
  std::uint32_t key;
};

struct plain_entry {
  vertex_id target;
  vertex_id row;
};

struct weighted_entry {
  vertex_id target;
  vertex_id row;
  edge_weight weight;
};

struct wide_weighted_entry {
  vertex_id target;
  vertex_id row;
  double weight;
};

/// Number of bits needed for numbers below `bound`.
[[nodiscard]] constexpr int bits_below(std::uint64_t bound) { return bound > 1 ? static_cast<int>(std::bit_width(bound - 1)) : 0; }

/// Encodes and decodes entries. Keys order entries by row, then target.
template <class Entry>
struct entry_coding {
  static constexpr bool wide_weights = std::is_same_v<Entry, wide_weighted_entry>;
  static constexpr bool weighted = std::is_same_v<Entry, weighted_entry> || wide_weights;
  static constexpr bool narrow = std::is_same_v<Entry, narrow_entry>;

  int target_bits = 0;
  int key_bits = 1;

  entry_coding(std::uint64_t row_bound, std::uint64_t target_bound)
      : target_bits(bits_below(target_bound)), key_bits(std::max(1, target_bits + bits_below(row_bound))) {}

  [[nodiscard]] Entry entry(vertex_id row, vertex_id target) const {
    if constexpr (narrow) {
      return {static_cast<std::uint32_t>(std::uint64_t{row} << target_bits) | target};
    } else if constexpr (weighted) {
      return {target, row, 0};
    } else {
      return {target, row};
    }
  }
  [[nodiscard]] std::uint64_t key(const Entry& e) const {
    if constexpr (narrow) {
      return e.key;
    } else {
      return (std::uint64_t{e.row} << target_bits) | e.target;
    }
  }
  [[nodiscard]] vertex_id row(const Entry& e) const { return static_cast<vertex_id>(key(e) >> target_bits); }
  [[nodiscard]] vertex_id target(const Entry& e) const {
    if constexpr (narrow) {
      return e.key & static_cast<std::uint32_t>((std::uint64_t{1} << target_bits) - 1);
    } else {
      return e.target;
    }
  }
};

namespace detail {

inline constexpr int most_digit_bits = 9;  // 512 output streams: one cache line of each fits in the first-level cache
inline constexpr int most_digits = 8;      // 64 bits of row and target / 9, rounded up

using digit_counts = std::array<std::uint32_t, 1u << most_digit_bits>;

}  // namespace detail

/// Sorts `entries` (fewer than 2^32) stably by coding.key(entry), of which only the lowest coding.key_bits bits are compared.
/// `scratch` has the same size. Returns whichever of the two holds the result.
template <class Entry, class Coding>
std::span<Entry> sort_entries(std::span<Entry> entries, std::span<Entry> scratch, const Coding& coding) {
  using namespace detail;
  if (entries.size() < 2) return entries;
  const int digits = (coding.key_bits + most_digit_bits - 1) / most_digit_bits;
  const int digit_bits = (coding.key_bits + digits - 1) / digits;
  const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
  const auto key = [coding](const Entry& e) { return coding.key(e); };

  std::array<digit_counts, most_digits> counts;
  for (int d = 0; d < digits; ++d) counts[d].fill(0);
  for (const Entry& e : entries) {
    std::uint64_t k = key(e);
    for (int d = 0; d < digits; ++d, k >>= digit_bits) ++counts[d][k & mask];
  }
  for (int d = 0; d < digits; ++d) {
    const int shift = d * digit_bits;
    digit_counts& at = counts[d];
    if (at[(key(entries[0]) >> shift) & mask] == entries.size()) continue;  // all equal in this digit
    std::uint32_t sum = 0;
    for (std::uint32_t& count : at) sum += std::exchange(count, sum);
    for (const Entry& e : entries) scratch[at[(key(e) >> shift) & mask]++] = e;
    std::swap(entries, scratch);
  }
  return entries;
}

}  // namespace fathom
