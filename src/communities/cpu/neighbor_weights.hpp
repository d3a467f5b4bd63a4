// Sums of edge weights by neighboring community: a small hash table that one thread fills and clears per vertex.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "fathom/types.hpp"

namespace fathom::communities_engine {

/// Open addressing with linear probing. A table for few communities uses few slots, which stay in cache.
class neighbor_weights {
 public:
  /// For at most `most` communities at a time.
  explicit neighbor_weights(std::uint64_t most) : keys_(slots_for(most), no_vertex), weights_(keys_.size()) {
    used_.reserve(std::min<std::uint64_t>(most, keys_.size()));
  }

  /// Empties the table, and expects at most `communities`.
  void start(std::uint64_t communities) {
    for (const std::uint32_t slot : used_) keys_[slot] = no_vertex;
    used_.clear();
    shift_ = 64 - std::countr_zero(slots_for(communities));
    mask_ = static_cast<std::uint32_t>(slots_for(communities) - 1);
  }

  void add(vertex_id community, double weight) {
    std::uint32_t slot = first_slot(community);
    while (keys_[slot] != community) {
      if (keys_[slot] == no_vertex) {
        keys_[slot] = community, weights_[slot] = weight;
        used_.push_back(slot);
        return;
      }
      slot = (slot + 1) & mask_;
    }
    weights_[slot] += weight;
  }

  /// The sum of a community, 0 if it has none.
  [[nodiscard]] double of(vertex_id community) const {
    std::uint32_t slot = first_slot(community);
    while (keys_[slot] != community && keys_[slot] != no_vertex) slot = (slot + 1) & mask_;
    return keys_[slot] == community ? weights_[slot] : 0;
  }

  [[nodiscard]] std::size_t size() const noexcept { return used_.size(); }

  /// Calls use(community, weight) in the order in which they were first added.
  template <class Use>
  void for_each(Use&& use) const {
    for (const std::uint32_t slot : used_) use(keys_[slot], weights_[slot]);
  }

  /// Bytes of a table for `most` communities.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t most) {
    return slots_for(most) * (sizeof(vertex_id) + sizeof(double)) + most * sizeof(std::uint32_t);
  }

 private:
  // At most half of the slots are in use. There are at least two, so that hashes are shifted by less than their width.
  static std::uint64_t slots_for(std::uint64_t communities) { return std::bit_ceil(2 * std::max<std::uint64_t>(communities, 1)); }

  // Fibonacci hashing: the upper bits of a product with 2^64 divided by the golden ratio.
  [[nodiscard]] std::uint32_t first_slot(vertex_id community) const {
    return static_cast<std::uint32_t>((community * 0x9E3779B97F4A7C15ull) >> shift_);
  }

  std::vector<vertex_id> keys_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> used_;
  int shift_ = 63;
  std::uint32_t mask_ = 1;
};

}  // namespace fathom::communities_engine
