// Which ranks' devices construct a graph together. For files that are compiled only with CUDA.
#pragma once

#include "fathom/communicator.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_transport.hpp"

namespace fathom::ranks_engine {

/// Collective: whether kernels are to write to the memory of all ranks' devices. By name, peer says so, and host and nccl do not;
/// automatic: where each rank has a device of its own and these reach each other. Throws error_category::device for what is no
/// device.
[[nodiscard]] bool are_peers(communicator& ranks, device where, rank_transport transport);

}  // namespace fathom::ranks_engine
