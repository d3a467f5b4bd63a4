// Entries as numbers that sort by row and then by value: the row above the value's bits. For files that are compiled only with
// CUDA.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "cuda/algorithms.hpp"
#include "cuda/runtime.hpp"
#include "fathom/types.hpp"

namespace fathom::ranks_engine {

/// What numbers below `bound` take in a key.
[[nodiscard]] inline int key_bits(std::uint64_t bound) { return std::max<int>(1, std::bit_width(bound - 1)); }

/// Where entries go, row by row; without weights `weights` is null.
struct row_entries {
  std::uint32_t* values = nullptr;
  edge_weight* weights = nullptr;
};

/// Of `size` sorted keys the values and weights, from number `base` on, and where each of `rows` rows begins there.
void split_keys(cuda::weighted_keys keys, std::uint64_t size, std::uint64_t rows, int value_bits, std::uint64_t base,
                row_entries to, edge_offset* starts, const cuda::stream& s);

/// Likewise where it is known already where rows begin.
void take_values(cuda::weighted_keys keys, std::uint64_t size, int value_bits, std::uint64_t base, row_entries to,
                 const cuda::stream& s);

}  // namespace fathom::ranks_engine
