// Entries as numbers that sort by row and then by value: the row above the value's bits. For files that are compiled only with
// CUDA.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "cuda/runtime.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

/// What numbers below `bound` take in a key.
[[nodiscard]] inline int key_bits(std::uint64_t bound) { return std::max<int>(1, std::bit_width(bound - 1)); }

/// Of `size` sorted keys the values, from values[base] on, and where each of `rows` rows begins there.
void split_keys(const std::uint64_t* keys, std::uint64_t size, std::uint64_t rows, int value_bits, std::uint64_t base,
                std::uint32_t* values, edge_offset* starts, const cuda::stream& s);

}  // namespace fathom::ranks_engine
