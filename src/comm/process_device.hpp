// The device that a process uses, and its identity across machines.
#pragma once

#include <cstdint>

#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"

namespace fathom {

/// A hash of the machine and the device, equal on two processes that share both, regardless of the device numbers visible to each.
[[nodiscard]] std::uint64_t place_of(device where);

/// Collective: whether any of the processes share a device. NCCL does not support that, and kernels that wait for each other would
/// take turns.
[[nodiscard]] bool share_devices(communicator& ranks, device where);

namespace ranks_engine {

/// The CUDA device of this process: processes on one host take consecutive devices, beginning with `first`. If there are more
/// processes than devices, assignment wraps around. A `first` that is not a CUDA device is that of every process.
[[nodiscard]] device device_of_rank(const communicator& ranks, device first);

}  // namespace ranks_engine

}  // namespace fathom
