// XXH3 (Yann Collet; xxhash.h, 64-bit variant) over blocks, so that threads can share the work and the sum does not depend on how
// many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fathom::io {

/// XXH3 of one piece.
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> piece, std::uint64_t seed = 0) noexcept;

/// The number of blocks of checksum_block_bytes that `bytes` fall into, the last of them shorter.
[[nodiscard]] std::uint64_t block_count(std::uint64_t bytes) noexcept;
/// Block `index` of `data`.
[[nodiscard]] std::span<const std::byte> block_of(std::span<const std::byte> data, std::uint64_t index) noexcept;
/// The checksum of what has these block hashes: XXH3 of the hashes as little-endian 64-bit numbers.
[[nodiscard]] std::uint64_t combine_blocks(std::span<const std::uint64_t> hashes) noexcept;

/// All of it, on `threads` threads.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> data, int threads);

}  // namespace fathom::io
