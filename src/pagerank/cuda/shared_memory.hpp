// Shared memory and thread blocks of the PageRank kernels, by the device. Includes no header of CUDA.
#pragma once

#include <algorithm>
#include <cstddef>

#include "gpu/capabilities.hpp"

namespace fathom::pagerank_engine {

/// Shared memory for the contributions of the first vertices; more left no room for the rest of the kernel on Hopper.
inline constexpr std::size_t most_hub_bytes = 200 * 1024;

/// Shared memory that remains for everything else in a thread block with hubs.
inline constexpr std::size_t bytes_beside_hubs = 8 * 1024;

[[nodiscard]] constexpr std::size_t hub_bytes(const cuda::device_capabilities& c) {
  return std::min(most_hub_bytes, c.shared_memory_per_block - bytes_beside_hubs);
}

/// Thread blocks per multiprocessor of a cooperative kernel that is compiled for `wanted` of them: as many threads as there are.
[[nodiscard]] constexpr unsigned blocks_together_on(const cuda::device_capabilities& c, unsigned wanted, unsigned threads) {
  return std::min(wanted, c.threads_per_multiprocessor / threads);
}

}  // namespace fathom::pagerank_engine
