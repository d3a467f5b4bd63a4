// Data transport between the CUDA devices of different processes.
#pragma once

#include <string_view>

namespace fathom {

/// How processes with a CUDA device each exchange data in device memory.
enum class rank_transport {
  automatic,  ///< if each process has its own device, the first of peer, nccl, mpi and host that works; host if some share a device
  host,       ///< copy to the host and send by MPI
  mpi,        ///< send by a CUDA-aware MPI library, from device to device
  nccl,       ///< NCCL collectives from device to device
  /// Direct access to other devices' memory, for at most 16 processes of one host. In one column, one kernel per device writes to
  /// the other devices' memory; on a grid of several columns, devices of the same row or column copy to each other.
  peer,
};

inline constexpr rank_transport all_rank_transports[] = {rank_transport::automatic, rank_transport::host, rank_transport::mpi,
                                                         rank_transport::nccl, rank_transport::peer};

/// "auto", "host", "mpi", "nccl", "peer".
[[nodiscard]] std::string_view to_string(rank_transport transport);

}  // namespace fathom
