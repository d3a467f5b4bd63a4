// How ranks' devices talk.
#pragma once

#include <string_view>

namespace fathom {

/// How ranks with a CUDA device each send what is in the devices' memory.
enum class rank_transport {
  automatic,  ///< the first of peer, nccl and host that works where each rank has a device of its own; host where some share one
  host,       ///< copied to the host, and from there by MPI
  nccl,       ///< NCCL's collectives, from device to device
  peer,  ///< one kernel on each device, which write to each other's memory: ranks of one host, 16 at most; of a grid of several
         ///< columns copies between the devices of each row and of each column
};

inline constexpr rank_transport all_rank_transports[] = {rank_transport::automatic, rank_transport::host, rank_transport::nccl,
                                                         rank_transport::peer};

/// "auto", "host", "nccl", "peer".
[[nodiscard]] std::string_view to_string(rank_transport transport);

}  // namespace fathom
