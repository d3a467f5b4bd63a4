// Kernel 1 by the ranks' devices, of what they can take, for engines that read graphs in the host's memory.
#pragma once

#include <optional>

#include "distributed/edge_share.hpp"
#include "distributed/partitioned_graph.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_transport.hpp"

namespace fathom::ranks_engine {

/// Collective: what partition() makes of the shares, but for the order of columns of about the same degree in a row. Nothing where
/// hosts have to: the grid has several columns, edges have a direction or weights, there are more than 2^32 - 1 vertices, `where`,
/// the device of this rank, is a CPU, or devices have too little memory or are no peers (are_peers.hpp). For transport peer the
/// last two are rank_errors: error_category::memory, ::device.
[[nodiscard]] std::optional<partitioned_graph> partition_on_devices(communicator& ranks, const process_grid& grid,
                                                                    const edge_share& share, device where, rank_transport transport,
                                                                    const run_control& control);

}  // namespace fathom::ranks_engine
