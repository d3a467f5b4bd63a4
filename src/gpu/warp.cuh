// Warp primitives: ranks, reductions, prefix sums and appends to queues. All lanes of the warp must call a function whose name
// begins with warp_, in one-dimensional thread blocks of whole warps.
#pragma once

#include <concepts>
#include <cstdint>

#include "gpu/warp.hpp"

namespace fathom::cuda {

/// Index of the lowest set bit of `mask`, which must not be 0.
__device__ __forceinline__ int first_bit(unsigned mask) { return __ffs(static_cast<int>(mask)) - 1; }

/// Calls visit(i) for each set bit i of `mask` in ascending order. With a ballot as `mask`, the warp visits one lane after another.
template <class Visit>
__device__ __forceinline__ void for_each_bit(unsigned mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(first_bit(mask));
}

/// Number of set bits of `mask` below the calling lane's.
__device__ __forceinline__ unsigned warp_rank(unsigned mask) { return static_cast<unsigned>(__popc(mask & ((1u << lane()) - 1))); }

/// Combines the values of each group of `lanes` adjacent lanes, a power of two, and returns the result to the whole group.
/// `combine` must be commutative; the order of combination is fixed. Five shuffles per 32 bits for a whole warp.
template <class T, class Combine>
__device__ __forceinline__ T warp_reduce(T mine, Combine combine, unsigned lanes = warp_lanes) {
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
    mine = combine(mine, __shfl_xor_sync(all_lanes, mine, static_cast<int>(distance)));
  }
  return mine;
}

// Devices below 8.0 have no instruction that reduces over a warp.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr bool has_reductions = false;
#else
inline constexpr bool has_reductions = true;
#endif

/// Values that one instruction reduces.
template <class T>
inline constexpr bool reduces_at_once = has_reductions&& std::integral<T> && sizeof(T) == sizeof(unsigned);

/// Sum over the warp, returned to all lanes. From 8.0 on one instruction for 32-bit integers, and three for 64-bit integers, which
/// are added in parts of 22 bits; otherwise warp_reduce().
template <class T>
__device__ __forceinline__ T warp_sum(T mine) {
  if constexpr (reduces_at_once<T>) {
    return __reduce_add_sync(all_lanes, mine);
  } else if constexpr (has_reductions && std::integral<T> && sizeof(T) == sizeof(std::uint64_t)) {
    constexpr unsigned bits = 22, part = (1u << bits) - 1;
    const auto all = static_cast<std::uint64_t>(mine);
    const std::uint64_t low = __reduce_add_sync(all_lanes, static_cast<unsigned>(all) & part);
    const std::uint64_t middle = __reduce_add_sync(all_lanes, static_cast<unsigned>(all >> bits) & part);
    const std::uint64_t high = __reduce_add_sync(all_lanes, static_cast<unsigned>(all >> 2 * bits));
    return static_cast<T>(low + (middle << bits) + (high << 2 * bits));
  } else {
    return warp_reduce(mine, [](T a, T b) { return a + b; });
  }
}

/// Minimum over the warp, returned to all lanes. Same cost as warp_sum().
template <class T>
__device__ __forceinline__ T warp_min(T mine) {
  if constexpr (reduces_at_once<T>)
    return __reduce_min_sync(all_lanes, mine);
  else
    return warp_reduce(mine, [](T a, T b) { return min(a, b); });
}

/// Maximum over the warp, returned to all lanes. Same cost as warp_sum().
template <class T>
__device__ __forceinline__ T warp_max(T mine) {
  if constexpr (reduces_at_once<T>)
    return __reduce_max_sync(all_lanes, mine);
  else
    return warp_reduce(mine, [](T a, T b) { return max(a, b); });
}

/// Bitwise or over the warp, returned to all lanes. Same cost as warp_sum().
template <std::unsigned_integral T>
__device__ __forceinline__ T warp_or(T mine) {
  if constexpr (reduces_at_once<T>)
    return __reduce_or_sync(all_lanes, mine);
  else
    return warp_reduce(mine, [](T a, T b) { return a | b; });
}

/// Inclusive prefix sum over the lanes: lane 31 gets the sum over the warp. Five shuffles per 32 bits.
template <class T>
__device__ __forceinline__ T warp_inclusive_sum(T mine) {
  for (unsigned distance = 1; distance < warp_lanes; distance *= 2) {
    const T before = __shfl_up_sync(all_lanes, mine, distance);
    if (lane() >= distance) mine += before;
  }
  return mine;
}

/// Adds the sum over the warp, which must fit T, to *sum with one atomic, or none if it is 0.
template <class Sum, class T>
__device__ __forceinline__ void warp_add(Sum* sum, T mine) {
  const T all = warp_sum(mine);
  if (lane() == 0 && all != 0) atomicAdd(sum, static_cast<Sum>(all));
}

/// Adds `count`, the same in all lanes, to *end with one atomic, and returns the value before to all lanes.
template <class Count>
__device__ __forceinline__ Count warp_reserve(Count* end, Count count) {
  Count at = 0;
  if (lane() == 0) at = atomicAdd(end, count);
  return __shfl_sync(all_lanes, at, 0);
}

/// Appends one entry for each lane with `wanted` to a queue that ends at *end, and returns the entry's index. Entries of a warp are
/// adjacent, in the order of the lanes. One atomic, or none without entries. Other lanes get an arbitrary index.
template <class Count>
__device__ __forceinline__ Count warp_append(Count* end, bool wanted) {
  const unsigned lanes = __ballot_sync(all_lanes, wanted);
  if (lanes == 0) return 0;
  return warp_reserve(end, static_cast<Count>(__popc(lanes))) + warp_rank(lanes);
}

}  // namespace fathom::cuda
