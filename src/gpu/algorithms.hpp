// Device-wide sort, unique and prefix sum of CUB, compiled in one file only because CUB is slow to compile.
#pragma once

#include <cstdint>

#include "gpu/runtime.hpp"

namespace fathom::cuda {

/// The largest array size that can be sorted: older versions of CUB count elements in int.
[[nodiscard]] std::uint64_t most_sorted();

/// Array of keys and a parallel array of weights, which is null for keys without weights.
struct weighted_keys {
  std::uint64_t* keys = nullptr;
  float* weights = nullptr;
};

/// Sorts `size` keys by their lowest `bits` bits; returns whichever of the two holds the result. The other is overwritten.
/// `scratch` must have weights if `keys` has them.
[[nodiscard]] weighted_keys sort(weighted_keys keys, weighted_keys scratch, std::uint64_t size, int bits, const stream& s);

/// Sorts pairs stably by the lowest `bits` bits of the keys.
void sort_pairs(buffer<std::uint32_t>& keys, buffer<std::uint32_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s);

/// Copies one key of each run of equal keys, with the smallest weight of the run, and returns the number copied. Overwrites the
/// weights of `keys`.
[[nodiscard]] std::uint64_t unique(weighted_keys keys, std::uint64_t size, weighted_keys to, const stream& s);

/// Exclusive prefix sum: to[i] = from[0] + ... + from[i - 1] for 0 <= i < size. `to` may equal `from`.
void exclusive_sum(const std::uint64_t* from, std::uint64_t* to, std::uint64_t size, const stream& s);

}  // namespace fathom::cuda
