// CUDA devices of this machine; see also gpu/backend.hpp.
#pragma once

namespace fathom::cuda {

/// Minimum for searching: thread block clusters and the amount of shared memory that the kernels use need 9.0.
inline constexpr int least_compute_capability = 90;

}  // namespace fathom::cuda
