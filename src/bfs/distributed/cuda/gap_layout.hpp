// Encoding of a vertex set as gaps that all threads of a device write and read at once, and the choice between encodings. The
// arithmetic is that of the host and of kernels.
//
// The code is that of Elias and Fano. Local ids are split into chunks of 256. The lower 8 bits of each id are a byte, in ascending
// order of the ids. The upper bits are gaps in unary: for each chunk, a one per id and then a zero. The i-th id of the set, whose
// one is at position p, is in chunk p - i, because the zeros before p end the chunks before its own.
//
//   directory  a word per block of 1,024 unary bits: number of ones before the block; 0 for blocks after the last chunk's zero
//   unary      32 words per block
//   low bytes  one per id, then zeros
//
// The length depends only on the bitmap's length and on an upper bound of the number of ids. Processes that know the largest set
// therefore know the length of every message. A warp reads a block without those before it, because of the directory.
#pragma once

#include <cstdint>

#include "fathom/callable.hpp"
#include "graph/partition/cuda/block_view.hpp"

namespace fathom::ranks_engine {

inline constexpr std::uint32_t chunk_vertices = 256;  ///< a byte distinguishes them
inline constexpr std::uint32_t chunk_words = chunk_vertices / bits_per_word;
inline constexpr std::uint32_t tile_words = 32;  ///< words of a bitmap, or of a block of unary bits, that a warp takes at a time
inline constexpr std::uint32_t block_bits = tile_words * bits_per_word;

/// Layout of sets of at most `most` ids, encoded from bitmaps of `words` words. `most` + `words` / 8 must be below 2^32.
struct gap_layout {
  std::uint64_t most = 0;
  std::uint32_t tiles = 0;   ///< of the bitmap
  std::uint32_t blocks = 0;  ///< of unary bits

  gap_layout() = default;
  FATHOM_CALLABLE gap_layout(std::uint64_t words, std::uint64_t most_ids)
      : most(most_ids),
        tiles(static_cast<std::uint32_t>((words + tile_words - 1) / tile_words)),
        blocks(static_cast<std::uint32_t>((most + chunks() + block_bits - 1) / block_bits)) {}

  [[nodiscard]] FATHOM_CALLABLE std::uint64_t chunks() const { return std::uint64_t{tiles} * (tile_words / chunk_words); }
  /// Words before the unary bits, and before the low bytes.
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t first_unary() const { return blocks; }
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t first_low() const { return std::uint64_t{blocks} * (1 + tile_words); }
  /// A multiple of 16, so that consecutive sets are aligned.
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t bytes() const { return (first_low() * sizeof(bit_word) + most + 15) / 16 * 16; }
};

/// The local id whose index in the set is `index`, and whose one is at `position` of the unary bits.
[[nodiscard]] FATHOM_CALLABLE inline local_vertex vertex_in_gaps(std::uint32_t position, std::uint32_t index, std::uint8_t low) {
  return (position - index) * chunk_vertices + low;
}

/// Sets bits of a word that other threads may write, too.
FATHOM_CALLABLE inline void set_bits(bit_word* word, bit_word bits) {
#ifdef __CUDA_ARCH__
  atomicOr(word, bits);
#else
  *word |= bits;
#endif
}

/// Writes the unary bits of a chunk of `count` ids, which follow `before` ids of other chunks. `encoded` must be 0 before. Writes
/// the directory's entry if a block begins in the chunk: every block that begins before the last chunk's end begins in one chunk.
FATHOM_CALLABLE inline void write_chunk(const gap_layout& l, std::uint64_t chunk, std::uint64_t before, std::uint64_t count,
                                        bit_word* encoded) {
  const std::uint64_t first = before + chunk, end = first + count;  // the zero is at `end`
  const std::uint64_t block = (first + block_bits - 1) / block_bits;
  if (block * block_bits <= end) encoded[block] = static_cast<bit_word>(block * block_bits - chunk);
  for (std::uint64_t p = first; p < end;) {
    const std::uint64_t bit = p % bits_per_word, rest = bits_per_word - bit, ones = end - p < rest ? end - p : rest;
    set_bits(encoded + l.first_unary() + p / bits_per_word, (~bit_word{0} >> (bits_per_word - ones)) << bit);
    p += ones;
  }
}

/// When gaps are used instead of a bitmap. They take five more operations of the device: clearing, counting, two of a prefix sum,
/// and writing. Launching one has taken 4 to 5 us (docs/engineering-log.md), and a network adapter of 400 Gbit/s receives 1 MB in
/// 20 us. They must also be half as long, since kernels write and read them id by id, and bitmaps word by word.
struct gap_rule {
  std::uint64_t times_shorter = 2;                     ///< at least 1, since encoded sets use the memory of bitmaps
  std::uint64_t least_saved = std::uint64_t{1} << 20;  ///< bytes that each process need not receive
};

/// For devices that reach each other's memory, whose links are an order of magnitude faster than a network adapter.
inline constexpr gap_rule no_gaps{.times_shorter = 1, .least_saved = ~std::uint64_t{0}};

/// Encoding of sets that do not fit into a message, by their size.
struct set_encoding {
  std::uint64_t words = 0;   ///< of a set's bitmap
  std::uint64_t others = 0;  ///< processes that each process receives sets from
  gap_rule rule = {};

  [[nodiscard]] FATHOM_CALLABLE std::uint64_t bitmap_bytes() const { return words * sizeof(bit_word); }
  [[nodiscard]] FATHOM_CALLABLE bool is_gaps(std::uint64_t found) const {
    const std::uint64_t bytes = gap_layout(words, found).bytes();
    return bytes * rule.times_shorter <= bitmap_bytes() && (bitmap_bytes() - bytes) * others >= rule.least_saved;
  }
  /// Bytes in addition to a message that says how many vertices were found.
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t bytes(std::uint64_t found) const {
    if (found <= frontier_message::capacity) return 0;
    return is_gaps(found) ? gap_layout(words, found).bytes() : bitmap_bytes();
  }
};

}  // namespace fathom::ranks_engine
