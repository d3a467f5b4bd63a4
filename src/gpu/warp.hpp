// Warp size, full lane mask and lane index.
#pragma once

namespace fathom::cuda {

inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned all_lanes = 0xFFFFFFFFu;

#ifdef __CUDACC__
/// Lane of the calling thread in a one-dimensional thread block.
__device__ inline unsigned lane() { return threadIdx.x % warp_lanes; }
#endif

}  // namespace fathom::cuda
