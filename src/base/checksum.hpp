// Checksums by XXH3 (Yann Collet; xxhash.h, 64-bit variant) over fixed-size blocks, so that threads can share the work and the
// result does not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fathom::io {

/// Checksums are computed over blocks of this many bytes: large enough that hashing runs at memory speed, small enough that a block
/// stays in the core's cache for the bounds check that follows.
inline constexpr std::uint64_t checksum_block_bytes = std::uint64_t{1} << 20;

/// XXH3 of one block of bytes.
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> piece, std::uint64_t seed = 0) noexcept;

/// The number of blocks of checksum_block_bytes in `bytes` bytes; the last may be shorter.
[[nodiscard]] std::uint64_t block_count(std::uint64_t bytes) noexcept;
/// Block `index` of `data`.
[[nodiscard]] std::span<const std::byte> block_of(std::span<const std::byte> data, std::uint64_t index) noexcept;
/// The checksum of the data with these block hashes: XXH3 of the hashes as little-endian 64-bit numbers.
[[nodiscard]] std::uint64_t combine_blocks(std::span<const std::uint64_t> hashes) noexcept;

/// The checksum of `data`, computed by `threads` threads.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> data, int threads);

}  // namespace fathom::io
