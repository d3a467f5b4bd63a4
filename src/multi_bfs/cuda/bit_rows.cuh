// Bit rows on the device: 128 bits per lane, so that a group of 1, 2, 4 or 8 lanes holds a whole row.
#pragma once

#include "gpu/warp.cuh"
#include "multi_bfs/cuda/bitwise_search.hpp"

namespace fathom::multi_bfs_engine {

using cuda::all_lanes;
using cuda::lane;

__device__ inline unsigned warp_of_grid() { return blockIdx.x * block_warps + threadIdx.x / warp_lanes; }
__device__ inline unsigned warps_in_grid() { return gridDim.x * block_warps; }

__device__ inline uint4 no_bits() { return {0, 0, 0, 0}; }
__device__ inline uint4 operator|(uint4 a, uint4 b) { return {a.x | b.x, a.y | b.y, a.z | b.z, a.w | b.w}; }
__device__ inline uint4 operator&(uint4 a, uint4 b) { return {a.x & b.x, a.y & b.y, a.z & b.z, a.w & b.w}; }
__device__ inline uint4 operator^(uint4 a, uint4 b) { return {a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w}; }
/// The bits of a that are not in b.
__device__ inline uint4 without(uint4 a, uint4 b) { return {a.x & ~b.x, a.y & ~b.y, a.z & ~b.z, a.w & ~b.w}; }
__device__ inline uint4 select(bool which, uint4 a, uint4 b) {
  return {which ? a.x : b.x, which ? a.y : b.y, which ? a.z : b.z, which ? a.w : b.w};
}
__device__ inline bool any(uint4 a) { return (a.x | a.y | a.z | a.w) != 0; }
__device__ inline unsigned count(uint4 a) { return __popc(a.x) + __popc(a.y) + __popc(a.z) + __popc(a.w); }
__device__ inline unsigned words_with_bits(uint4 a) { return (a.x != 0) + (a.y != 0) + (a.z != 0) + (a.w != 0); }

__device__ inline uint4 shuffle_xor(uint4 a, unsigned other) {
  return {__shfl_xor_sync(all_lanes, a.x, other), __shfl_xor_sync(all_lanes, a.y, other), __shfl_xor_sync(all_lanes, a.z, other),
          __shfl_xor_sync(all_lanes, a.w, other)};
}

// Branch-free predicated loads: the compiler waits for a load inside a branch at its end, and serialized loads are what makes a
// traversal slow. They may only read data that does not change while the kernel runs.

__device__ inline uint4 load_row_if(bool wanted, const uint4* from) {
  uint4 row;
  asm volatile(
      "{.reg .pred p; setp.ne.u32 p, %5, 0; mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0;"
      "@p ld.global.nc.v4.b32 {%0, %1, %2, %3}, [%4];}"
      : "=r"(row.x), "=r"(row.y), "=r"(row.z), "=r"(row.w)
      : "l"(from), "r"(static_cast<unsigned>(wanted)));
  return row;
}

__device__ inline std::uint32_t load_if(bool wanted, const std::uint32_t* from, std::uint32_t otherwise) {
  std::uint32_t value;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, %3; @p ld.global.nc.b32 %0, [%1];}"
               : "=r"(value)
               : "l"(from), "r"(static_cast<unsigned>(wanted)), "r"(otherwise));
  return value;
}

/// Prefetches into the L2 cache.
__device__ inline void prefetch(const void* from) { asm volatile("prefetch.global.L2 [%0];" ::"l"(from)); }

/// A vertex's state, or 0 if not wanted.
__device__ inline std::uint32_t load_state_if(bool wanted, const std::uint8_t* from) {
  std::uint32_t state;
  asm volatile("{.reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, 0; @p ld.global.nc.u8 %0, [%1];}"
               : "=r"(state)
               : "l"(from), "r"(static_cast<unsigned>(wanted)));
  return state;
}

/// The lanes that hold one bit row together.
template <int Lanes>
struct row_group {
  static constexpr unsigned groups = warp_lanes / Lanes;

  unsigned part = lane() % Lanes;    ///< index of this lane's part of the row
  unsigned number = lane() / Lanes;  ///< index of the group in the warp
  unsigned first_lane = number * Lanes;
  unsigned mask = ((1u << Lanes) - 1) << first_lane;
  unsigned quarter = 1u << (Lanes == 8 ? part / 2 : part);  ///< bit of the vertex state for this lane's part

  /// Whether `mine` is true for any lane of the group. All lanes of the warp must call this.
  __device__ bool any_of(bool mine) const { return (__ballot_sync(all_lanes, mine) & mask) != 0; }
  __device__ unsigned sum(unsigned mine) const {
    for (unsigned step = Lanes / 2; step > 0; step /= 2) mine += __shfl_xor_sync(all_lanes, mine, step);
    return mine;
  }
  /// state_quarters of the group's bit row. All lanes of the warp must call this.
  __device__ unsigned quarters(uint4 row) const {
    unsigned lanes = (__ballot_sync(all_lanes, any(row)) & mask) >> first_lane;
    if constexpr (Lanes == 8) {
      lanes = (lanes | lanes >> 1) & 0x55;
      lanes = (lanes | lanes >> 1) & 0x33;
      lanes = (lanes | lanes >> 2) & 0x0F;
    }
    return lanes;
  }
  [[nodiscard]] __device__ std::size_t at(std::uint32_t v) const { return std::size_t{v} * Lanes + part; }
};

/// Union of the bit rows held by the groups of the warp.
template <int Lanes>
__device__ uint4 union_of_groups(uint4 row) {
  for (unsigned other = Lanes; other < warp_lanes; other *= 2) row = row | shuffle_xor(row, other);
  return row;
}

__device__ inline bool bit_of(std::uint32_t word, std::uint32_t v) { return (word >> (v % 32)) & 1; }

}  // namespace fathom::multi_bfs_engine
