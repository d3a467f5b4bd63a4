// Bitmap with one bit per vertex, in 64-bit words.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "fathom/types.hpp"

namespace fathom::bfs_engine {

inline constexpr std::uint64_t word_bits = 64;

[[nodiscard]] constexpr std::uint64_t words_for(std::uint64_t bits) noexcept { return (bits + word_bits - 1) / word_bits; }

[[nodiscard]] constexpr std::uint64_t bit_of(vertex_id v) noexcept { return std::uint64_t{1} << (v % word_bits); }

/// The vertex of the lowest bit that is set in `bits`, a part of the word with index `word`. bits != 0.
[[nodiscard]] constexpr vertex_id vertex_of(std::size_t word, std::uint64_t bits) noexcept {
  return static_cast<vertex_id>(word * word_bits + static_cast<std::uint64_t>(std::countr_zero(bits)));
}

[[nodiscard]] inline bool test_bit(const std::uint64_t* words, vertex_id v) noexcept {
  return (words[v / word_bits] >> (v % word_bits)) & 1;
}

/// Atomically sets the bit of v; returns true for the one thread that changed it.
[[nodiscard]] inline bool claim_bit(std::uint64_t* words, vertex_id v) noexcept {
  const std::atomic_ref<std::uint64_t> word(words[v / word_bits]);
  // Most bits are already set: testing first avoids the atomic operation.
  return !(word.load(std::memory_order_relaxed) & bit_of(v)) && !(word.fetch_or(bit_of(v), std::memory_order_relaxed) & bit_of(v));
}

}  // namespace fathom::bfs_engine
