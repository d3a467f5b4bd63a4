// Table of the neighbors of one vertex, for lookups of many others.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "triangles/entry.hpp"

namespace fathom::triangles_engine {

/// Positions of the neighbors of one vertex in its row, whose entries (entry.hpp) are sorted.
template <class Entry>
class neighbor_table {
 public:
  /// Slots for rows of at most this length.
  [[nodiscard]] static std::uint64_t slots_for(std::uint64_t longest) {
    constexpr std::uint64_t slots_per_neighbor = 16;  // lookups that miss rarely find an occupied slot
    return std::bit_ceil(slots_per_neighbor * longest + 1);
  }

  explicit neighbor_table(std::uint64_t slots) : slots_(slots, 0), mask_(slots - 1) {}

  void insert(const vertex_id* first, const vertex_id* last) {
    first_ = first, last_ = last;
    for (const vertex_id* v = first; v != last; ++v) slots_[Entry::vertex(*v) & mask_] = static_cast<vertex_id>(v - first) + 1;
  }
  void clear() {
    for (const vertex_id* v = first_; v != last_; ++v) slots_[Entry::vertex(*v) & mask_] = 0;
  }

  /// Whether v is a neighbor; then `at` is the address of its entry in the row.
  [[nodiscard]] bool find(vertex_id v, const vertex_id*& at) const {
    const vertex_id position = slots_[v & mask_];
    if (position == 0) return false;
    at = first_ + (position - 1);
    if (Entry::vertex(*at) == v) return true;
    // Another neighbor occupies the slot.
    at = std::lower_bound(first_, last_, v, [](vertex_id entry, vertex_id w) { return Entry::vertex(entry) < w; });
    return at != last_ && Entry::vertex(*at) == v;
  }

 private:
  std::vector<vertex_id> slots_;  // position + 1; 0: empty
  std::uint64_t mask_;
  const vertex_id *first_ = nullptr, *last_ = nullptr;
};

}  // namespace fathom::triangles_engine
