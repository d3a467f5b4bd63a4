// Warps: what all kernels call them.
#pragma once

namespace fathom::cuda {

inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned all_lanes = 0xFFFFFFFFu;

#ifdef __CUDACC__
/// Of the calling thread, in blocks of one dimension.
__device__ inline unsigned lane() { return threadIdx.x % warp_lanes; }
#endif

}  // namespace fathom::cuda
