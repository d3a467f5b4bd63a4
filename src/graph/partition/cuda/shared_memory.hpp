// Shared memory of the kernels that build a part of a partitioned graph, by the device. Includes no header of CUDA.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "gpu/capabilities.hpp"

namespace fathom::ranks_engine {

/// Ranges of columns whose entries one thread block counts in shared memory, a power of two; the kernel has no other shared memory.
inline constexpr unsigned most_granules = 1u << 15;

[[nodiscard]] constexpr unsigned granules_on(const cuda::device_capabilities& c) {
  return static_cast<unsigned>(std::min<std::size_t>(most_granules, std::bit_floor(c.shared_memory_per_block / sizeof(unsigned))));
}

/// Threads that sort a tile of edges by owner in shared memory, and edges of each. An edge is an entry at both ends.
inline constexpr unsigned sending_threads = 512, many_edges_per_thread = 8, few_edges_per_thread = 4;

/// Upper bound on the kernel's static shared memory.
inline constexpr std::size_t sending_static_bytes = 2048;

[[nodiscard]] constexpr std::size_t tile_bytes(unsigned edges_per_thread, std::size_t entry_bytes) {
  return std::size_t{2} * edges_per_thread * sending_threads * entry_bytes;
}

[[nodiscard]] constexpr unsigned edges_per_thread_on(const cuda::device_capabilities& c, std::size_t entry_bytes) {
  const bool fits = tile_bytes(many_edges_per_thread, entry_bytes) + sending_static_bytes <= c.shared_memory_per_block;
  return fits ? many_edges_per_thread : few_edges_per_thread;
}

}  // namespace fathom::ranks_engine
