// Choice of the transport between processes' devices, where kernels do not write to each other's memory. Include only in files that
// are compiled with CUDA.
#pragma once

#include <memory>
#include <string>

#include "comm/device_exchange.hpp"
#include "comm/process_device.hpp"
#include "comm/transport_in_use.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/bfs.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Collective over these processes, each with its current device. `automatic` selects NCCL if it is available and no two processes
/// share a device, otherwise a CUDA-aware MPI library, otherwise copies through the host. Null for a single process. `share` must
/// be the same on all. If a faster transport cannot be used, the reason is appended to `why` unless that is null.
[[nodiscard]] std::unique_ptr<device_exchange> far_exchange(communicator& ranks, rank_transport wanted, bool share,
                                                            std::string* why = nullptr);

/// Same, for at most `bytes` bytes per transfer: copies between devices that can access each other's memory, otherwise as
/// far_exchange().
[[nodiscard]] std::unique_ptr<device_exchange> near_exchange(communicator& ranks, bool share, std::size_t bytes,
                                                             std::string* why = nullptr);

/// Same with an explicit transport: `peer` means such copies, `automatic` the fastest one available.
[[nodiscard]] std::unique_ptr<device_exchange> named_exchange(communicator& ranks, rank_transport wanted, bool share,
                                                              std::size_t bytes, std::string* why = nullptr);

/// Transports of a process's device along its grid column and grid row; null if there are no other processes.
struct grid_exchanges {
  std::unique_ptr<device_exchange> along_column, along_row;
  std::string why;  ///< why no faster transport is used; empty if there is none
};

/// Name of the transport of these exchanges, for reports.
[[nodiscard]] transport_in_use transport_of(const grid_exchanges& exchanges);

/// Collective, with an explicit transport, for at most `to_column` and `to_row` bytes per transfer. Processes that share a device
/// take turns on it; `automatic` selects host for them, which needs the fewest turns.
[[nodiscard]] grid_exchanges connect_grid(const partitioned_graph& g, rank_transport wanted, bool share, std::size_t to_column,
                                          std::size_t to_row);

}  // namespace fathom::ranks_engine
