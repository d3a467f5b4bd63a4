// How the devices of ranks talk, where no kernel writes to another's memory. For files that are compiled only with CUDA.
#pragma once

#include <memory>
#include <string>

#include "distributed/device_exchange.hpp"
#include "distributed/partitioned_graph.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom::ranks_engine {

/// Collective: whether some ranks have the same device. NCCL does not take that, and kernels that wait for each other take turns.
[[nodiscard]] bool share_devices(communicator& ranks, device where);

/// Collective, over these ranks, each with the current device: automatic is NCCL where that is there and no two of them share a
/// device. Null for one rank, who has nobody to talk to. `share` is the same on all. Where a nearer transport cannot be used, the
/// reason is appended to `why`, if given.
[[nodiscard]] std::unique_ptr<device_exchange> far_exchange(communicator& ranks, rank_transport wanted, bool share,
                                                            std::string* why = nullptr);

/// Likewise, of what sends so many bytes at once at most: copies between the devices where they reach each other, else that.
[[nodiscard]] std::unique_ptr<device_exchange> near_exchange(communicator& ranks, bool share, std::size_t bytes,
                                                             std::string* why = nullptr);

/// Likewise, by name: peer is such copies, and automatic the nearest that there is.
[[nodiscard]] std::unique_ptr<device_exchange> named_exchange(communicator& ranks, rank_transport wanted, bool share,
                                                              std::size_t bytes, std::string* why = nullptr);

/// How a rank's device talks to the others of its column and of its row; null where there are none.
struct grid_exchanges {
  std::unique_ptr<device_exchange> along_column, along_row;
  std::string why;  ///< not by a nearer transport; empty where there is none
};

/// The transport of these exchanges, for reports.
[[nodiscard]] transport_in_use transport_of(const grid_exchanges& exchanges);

/// Collective, by name, where so many bytes are sent at once along columns and rows at most. Ranks that share a device take turns
/// on it, which the host needs fewest of: that is automatic for them.
[[nodiscard]] grid_exchanges connect_grid(const partitioned_graph& g, rank_transport wanted, bool share, std::size_t to_column,
                                          std::size_t to_row);

}  // namespace fathom::ranks_engine
