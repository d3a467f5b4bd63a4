// Execution of a call: device, threads, cancellation, progress, and data transport between processes.
#pragma once

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"

namespace fathom {

/// The options of an algorithm define its result; `execution` selects the place and the resources.
struct execution {
  /// CPU or CUDA device. In a distributed call, the first process on each host uses this device and each further process the next.
  device where = {};
  run_control control = {};  ///< a distributed graph has its own number of threads
  /// Between the CUDA devices of a distributed call; any other value is refused in a single process.
  rank_transport transport = rank_transport::automatic;
};

}  // namespace fathom
