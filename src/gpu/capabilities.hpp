// Capabilities of a GPU that kernels depend on. FATHOM_GPU_LIMIT lowers them to those of an older GPU, for tests.
#pragma once

#include <cstddef>
#include <string_view>

namespace fathom::cuda {

/// Minimum compute capability, as 10 * major + minor: the memory model and the scheduling of threads that kernels rely on.
inline constexpr int least_compute_capability = 75;

struct device_capabilities {
  int compute_capability = 0;               ///< 90 for 9.0
  std::size_t shared_memory_per_block = 0;  ///< bytes, static and dynamic together, that a kernel may ask for
  unsigned threads_per_multiprocessor = 0;
  unsigned multiprocessors = 0;
  bool cooperative_launch = false;  ///< kernels with a barrier of the whole grid
  bool clusters = false;            ///< thread-block clusters and their distributed shared memory
};

/// The value of FATHOM_GPU_LIMIT, such as "sm_75"; empty if it is not set. Throws error_category::usage for an unknown one.
[[nodiscard]] std::string_view gpu_limit();

/// The part of the capabilities that GPUs of architecture `limit` also have: all if it is empty. The number of multiprocessors
/// remains. Throws error_category::usage for an unknown architecture. Numbers: CUDA C++ Programming Guide 13.0, "Compute
/// Capabilities".
[[nodiscard]] device_capabilities limited(device_capabilities of, std::string_view limit);

}  // namespace fathom::cuda
