// Graph500 kernel 1 on the processes' devices, for engines that read graphs from host memory.
#pragma once

#include <optional>

#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/transport.hpp"
#include "graph/partition/edge_slice.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Collective. Like partition(), except for the order of columns of about the same degree within a row. Returns nothing if the
/// hosts must do it: the grid has several columns, edges have a direction or weights, there are more than 2^32 - 1 vertices,
/// `where` (this process's device) is a CPU, or devices have too little memory or cannot access each other (are_peers.hpp). With
/// transport peer the last two are rank_errors: error_category::memory, ::device.
[[nodiscard]] std::optional<partitioned_graph> partition_on_devices(communicator& ranks, const process_grid& grid,
                                                                    const edge_slice& share, device where, rank_transport transport,
                                                                    const run_control& control);

}  // namespace fathom::ranks_engine
