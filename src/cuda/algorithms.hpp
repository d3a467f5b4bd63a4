// The device-wide algorithms of CUB that are used here, behind one file that compiles them.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"

namespace fathom::cuda {

/// Arrays of more elements than this are not sorted: older versions of CUB count in int.
[[nodiscard]] std::uint64_t most_sorted();

/// Keys, each with a weight beside it; without weights that is null.
struct weighted_keys {
  std::uint64_t* keys = nullptr;
  float* weights = nullptr;
};

/// Sorts `size` keys by their lowest `bits` bits; returns which of the two has the result. The other, which has weights where the
/// first has them, is overwritten.
[[nodiscard]] weighted_keys sort(weighted_keys keys, weighted_keys scratch, std::uint64_t size, int bits, const stream& s);

/// Sorts pairs by the lowest `bits` bits of the keys; equal keys stay in order.
void sort_pairs(buffer<std::uint32_t>& keys, buffer<std::uint32_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s);

/// Copies one of each run of equal keys among `size`, with the smallest weight of the run; returns how many. The weights of `keys`
/// are overwritten.
[[nodiscard]] std::uint64_t unique(weighted_keys keys, std::uint64_t size, weighted_keys to, const stream& s);

/// to[i] = the sum of from[0, i), for i = 0 to size - 1; may be in place.
void exclusive_sum(const std::uint64_t* from, std::uint64_t* to, std::uint64_t size, const stream& s);

}  // namespace fathom::cuda
