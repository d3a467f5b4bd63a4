// The searches of one rank's device, once it is known how the devices talk. For files that are compiled only with CUDA.
#pragma once

#include <memory>

#include "engine/ranks/device/choose_exchange.hpp"
#include "engine/ranks/device/device_part.hpp"
#include "engine/ranks/device/paths_rows.hpp"
#include "engine/ranks/paths_searcher.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"

namespace fathom::ranks_engine {

/// On a grid of any shape; the host runs from level to level. `where` is the current device. Throws error_category::memory where
/// the device has too little, before anything is allocated.
[[nodiscard]] std::unique_ptr<searcher> make_device_search(const partitioned_graph& g, device where, grid_exchanges exchanges);

/// Collective, of one column: one kernel on each device, which write to each other's memory. `where` is the current device. Throws
/// a rank_error on all ranks: error_category::device where they cannot, or where their number is more than most_peers; ::memory.
[[nodiscard]] std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where);
/// Likewise, of a part that is on the device already, whose stream outlives the searcher.
[[nodiscard]] std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where, peer_part part);

/// Collective, on a grid of any shape: shortest paths along rows that are on the device already, whose stream outlives the
/// searcher. `where` is the current device. Throws a rank_error on all ranks: error_category::memory, ::device.
[[nodiscard]] std::unique_ptr<paths_searcher> make_device_paths(const partitioned_graph& g, device where, rank_transport transport,
                                                                paths_rows rows);

}  // namespace fathom::ranks_engine
