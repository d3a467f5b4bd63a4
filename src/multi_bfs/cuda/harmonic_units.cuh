// Unit of harmonic sums on the device.
#pragma once

#include <cstdint>

#include "fathom/types.hpp"

namespace fathom::multi_bfs_engine {

/// 2^32 / distance, rounded; same as harmonic_term() on the host.
__device__ inline std::uint64_t harmonic_units(unsigned distance) { return ((std::uint64_t{1} << 33) / distance + 1) / 2; }

}  // namespace fathom::multi_bfs_engine
