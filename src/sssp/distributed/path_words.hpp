// Packed shortest-path state of the CPU search: distance and predecessor of a vertex in one 64-bit word, and bitmaps of vertices
// whose edges are still to be relaxed.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine::path_words {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr std::uint64_t infinite_bits = std::bit_cast<std::uint32_t>(infinity);
inline constexpr std::uint64_t unreached = infinite_bits << 32 | 0xFFFFFFFFu;
inline constexpr std::uint64_t word_bits = 64;

constexpr std::uint64_t packed(float distance, local_vertex from) noexcept {
  return std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32 | from;
}
constexpr float distance_in(std::uint64_t word) noexcept { return std::bit_cast<float>(static_cast<std::uint32_t>(word >> 32)); }
constexpr std::uint64_t bit_of(std::uint64_t v) noexcept { return std::uint64_t{1} << (v % word_bits); }

/// Stores `value` if its distance is smaller; returns whether it did. On equal distances the first predecessor stays: edges of
/// weight 0 could otherwise make two vertices each other's predecessor.
template <bool Shared>
bool lower(std::uint64_t& word, std::uint64_t value) {
  if constexpr (Shared) {
    const std::atomic_ref<std::uint64_t> shared(word);
    std::uint64_t seen = shared.load(std::memory_order_relaxed);
    while ((value >> 32) < (seen >> 32)) {
      if (shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) return true;
    }
    return false;
  } else {
    if ((value >> 32) >= (word >> 32)) return false;
    word = value;
    return true;
  }
}

template <bool Shared>
void mark(std::vector<std::uint64_t>& bits, local_vertex v) {
  std::uint64_t& word = bits[v / word_bits];
  if constexpr (Shared) {
    const std::atomic_ref<std::uint64_t> shared(word);
    if ((shared.load(std::memory_order_relaxed) & bit_of(v)) == 0) shared.fetch_or(bit_of(v), std::memory_order_relaxed);
  } else {
    word |= bit_of(v);
  }
}

}  // namespace fathom::ranks_engine::path_words
