// Longest row that a large thread block of the triangle count holds in shared memory, by the device. Includes no header of CUDA.
#pragma once

#include <cstddef>

#include "gpu/capabilities.hpp"

namespace fathom::triangles_engine {

/// Shared memory of a set of a row's vertices, per entry (counted_set.cuh): three slots of a key and a count.
inline constexpr std::size_t set_bytes_per_entry = 24;

/// Rows of the devices on which two thread blocks with 4,096 entries fill a multiprocessor, and of those with 64 KiB.
inline constexpr unsigned large_block_row = 4096, compact_block_row = 2560;

/// Upper bound on the kernel's static shared memory.
inline constexpr std::size_t block_static_bytes = 1024;

[[nodiscard]] constexpr unsigned longest_block_row(const cuda::device_capabilities& c) {
  const bool fits = c.shared_memory_per_block >= large_block_row * set_bytes_per_entry + block_static_bytes;
  return fits ? large_block_row : compact_block_row;
}

}  // namespace fathom::triangles_engine
