#include "base/checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <vector>

namespace fathom::io {

std::uint64_t hash_bytes(std::span<const std::byte> piece, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(piece.data(), piece.size(), seed);
}

std::uint64_t block_count(std::uint64_t bytes) noexcept {
  return bytes / checksum_block_bytes + (bytes % checksum_block_bytes != 0);
}

std::span<const std::byte> block_of(std::span<const std::byte> data, std::uint64_t index) noexcept {
  const std::uint64_t begin = index * checksum_block_bytes;
  return data.subspan(begin, std::min(checksum_block_bytes, data.size() - begin));
}

std::uint64_t combine_blocks(std::span<const std::uint64_t> hashes) noexcept { return hash_bytes(std::as_bytes(hashes)); }

std::uint64_t checksum(std::span<const std::byte> data, int threads) {
  std::vector<std::uint64_t> hashes(block_count(data.size()));
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = hash_bytes(block_of(data, i));
  return combine_blocks(hashes);
}

}  // namespace fathom::io
