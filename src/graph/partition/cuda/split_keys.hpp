// Edge entries packed into keys that sort by row and then by value: row number above the value bits. Include only in files that are
// compiled with CUDA.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "fathom/types.hpp"
#include "gpu/algorithms.hpp"
#include "gpu/runtime.hpp"

namespace fathom::ranks_engine {

/// Number of bits for values below `bound`.
[[nodiscard]] inline int key_bits(std::uint64_t bound) { return std::max<int>(1, std::bit_width(bound - 1)); }

/// Destination of entries, row by row; `weights` is null for an unweighted graph.
struct row_entries {
  std::uint32_t* values = nullptr;
  edge_weight* weights = nullptr;
};

/// Unpacks `size` sorted keys into values and weights, beginning at index `base`, and writes where each of `rows` rows begins.
void split_keys(cuda::weighted_keys keys, std::uint64_t size, std::uint64_t rows, int value_bits, std::uint64_t base,
                row_entries to, edge_offset* starts, const cuda::stream& s);

/// Same if the row starts are known already.
void take_values(cuda::weighted_keys keys, std::uint64_t size, int value_bits, std::uint64_t base, row_entries to,
                 const cuda::stream& s);

}  // namespace fathom::ranks_engine
