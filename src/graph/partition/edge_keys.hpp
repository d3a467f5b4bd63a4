// Sort keys of edges: edges of a range of rows, small enough for a cache, are sorted by row and then by the other endpoint.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "fathom/array.hpp"
#include "fathom/types.hpp"
#include "graph/build/entry_sort.hpp"

namespace fathom {

/// An edge as a sort key: its row relative to the first row of the range in the high bits (at most 16 bits, see row_ranges), and
/// the other endpoint in the low bits (at most 48).
struct edge_key {
  std::uint64_t bits;
};
struct weighted_key : edge_key {
  edge_weight weight;
};

struct key_coding {
  int end_bits, key_bits;

  /// Coding for row numbers below `rows` and endpoints below `ends`.
  key_coding(std::uint64_t rows, std::uint64_t ends)
      : end_bits(bits_below(ends)), key_bits(std::max(1, end_bits + bits_below(rows))) {}
  void set(edge_key& k, std::uint64_t row, std::uint64_t end) const { k.bits = row << end_bits | end; }
  [[nodiscard]] std::uint64_t key(const edge_key& k) const { return k.bits; }
  [[nodiscard]] std::uint64_t row(const edge_key& k) const { return k.bits >> end_bits; }
  [[nodiscard]] std::uint64_t end(const edge_key& k) const { return k.bits & ((std::uint64_t{1} << end_bits) - 1); }
};

/// Sorting buffers of one thread, which grow on demand.
template <class Key>
class key_sorter {
 public:
  /// Lets fill(keys) write `size` keys and returns them sorted by `coding`; valid until the next call.
  template <class Fill>
  std::span<Key> sort(std::size_t size, const key_coding& coding, const Fill& fill) {
    if (keys_.size() < size) keys_ = array<Key>(size), scratch_ = array<Key>(size);
    const std::span<Key> keys(keys_.data(), size);
    fill(keys);
    return sort_entries(keys, std::span(scratch_.data(), size), coding);
  }

 private:
  array<Key> keys_, scratch_;
};

}  // namespace fathom
