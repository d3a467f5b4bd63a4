// Choice of the processes whose devices construct a graph together. Include only in files that are compiled with CUDA.
#pragma once

#include "fathom/device.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/distributed/transport.hpp"

namespace fathom::ranks_engine {

/// Collective. Returns whether kernels are to write to the memory of all processes' devices. An explicit transport decides: yes for
/// peer, no for host and nccl. With automatic: if each process has a device of its own and all can access each other's memory.
/// Throws error_category::device if `where` is not a usable device.
[[nodiscard]] bool are_peers(communicator& ranks, device where, rank_transport transport);

}  // namespace fathom::ranks_engine
