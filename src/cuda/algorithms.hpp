// The device-wide algorithms of CUB that are used here, behind one file that compiles them.
#pragma once

#include <cstdint>

#include "cuda/runtime.hpp"

namespace fathom::cuda {

/// Arrays of more elements than this are not sorted: older versions of CUB count in int.
[[nodiscard]] std::uint64_t most_sorted();

/// Sorts `size` keys by their lowest `bits` bits; returns which of the two arrays has the result. The other is overwritten.
[[nodiscard]] std::uint64_t* sort(std::uint64_t* keys, std::uint64_t* scratch, std::uint64_t size, int bits, const stream& s);

/// Sorts by the lowest `bits` bits. The result is in `keys`; the scratch, of the same size, is overwritten and may be swapped with
/// it.
void sort(buffer<std::uint64_t>& keys, buffer<std::uint64_t>& scratch, int bits, const stream& s);

/// Sorts pairs by the lowest `bits` bits of the keys; equal keys stay in order.
void sort_pairs(buffer<std::uint32_t>& keys, buffer<std::uint32_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s);

void sort_pairs(buffer<std::uint64_t>& keys, buffer<std::uint64_t>& key_scratch, buffer<std::uint32_t>& values,
                buffer<std::uint32_t>& value_scratch, int bits, const stream& s);

/// Copies the first of each run of equal keys among `size`; returns how many.
[[nodiscard]] std::uint64_t unique(const std::uint64_t* keys, std::uint64_t size, std::uint64_t* to, const stream& s);
/// Likewise, with the value of each.
[[nodiscard]] std::uint64_t unique_pairs(const std::uint64_t* keys, const std::uint32_t* values, std::uint64_t size,
                                         std::uint64_t* keys_to, std::uint32_t* values_to, const stream& s);

/// to[i] = the sum of from[0, i), for i = 0 to size - 1; may be in place.
void exclusive_sum(const std::uint64_t* from, std::uint64_t* to, std::uint64_t size, const stream& s);

}  // namespace fathom::cuda
