// Ranks of a test that share a CUDA device.
#pragma once

#include "gpu/backend.hpp"
#include "partitioned.hpp"
#include "tested_device.hpp"

namespace fathom::test {

/// Whether ranks share a CUDA device.
[[nodiscard]] inline bool ranks_share_devices() {
  return tested_device().kind == device_kind::cuda && gpu_devices().size() < static_cast<std::size_t>(ranks().size());
}

/// Whether kernels of all ranks can wait for each other: processes take turns on a device that they share, threads of one do not.
[[nodiscard]] inline bool kernels_can_wait() { return ranks().size() == 1 || !ranks().in_one_process() || !ranks_share_devices(); }

}  // namespace fathom::test
