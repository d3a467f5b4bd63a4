// Bitmaps of vertices in words of 64 bits, marked by one thread or by several at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

inline constexpr std::uint64_t word_bits = 64;
constexpr std::uint64_t bit_of(std::uint64_t v) noexcept { return std::uint64_t{1} << (v % word_bits); }

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

}  // namespace fathom::ranks_engine
