// Tile of the approximate sort on a CUDA device that a thread block sorts in shared memory. Includes no header of CUDA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fathom/types.hpp"
#include "gpu/capabilities.hpp"

namespace fathom::bucket_sort {

inline constexpr unsigned block_threads = 512;

/// Keys per thread: tiles large enough that a bucket's indices are written together, but enough tiles for all multiprocessors.
inline constexpr unsigned few_items = 8, many_items = 32;
inline constexpr vertex_id many_keys = 1u << 22;

/// Upper bound on the kernel's static shared memory.
inline constexpr std::size_t scatter_static_bytes = 1024;

/// Dynamic shared memory of the scatter, in bytes.
[[nodiscard]] constexpr std::size_t scatter_bytes(std::uint32_t buckets, unsigned items) {
  return (std::size_t{2} * buckets + std::size_t{items} * block_threads) * sizeof(unsigned);
}

/// Whether a tile of `items` keys per thread fits the device; few_items always do.
[[nodiscard]] constexpr bool tile_fits(const cuda::device_capabilities& c, std::uint32_t buckets, unsigned items) {
  return scatter_bytes(buckets, items) + scatter_static_bytes <= c.shared_memory_per_block;
}

}  // namespace fathom::bucket_sort
