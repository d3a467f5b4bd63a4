// Construction of device searches for a given transport. Include only in files that are compiled with CUDA.
#pragma once

#include <memory>
#include <optional>

#include "bfs/distributed/cuda/gap_layout.hpp"
#include "bfs/distributed/search.hpp"
#include "fathom/device.hpp"
#include "graph/partition/cuda/choose_exchange.hpp"
#include "graph/partition/cuda/part.hpp"

namespace fathom::ranks_engine {

/// For grids of any shape; the host runs the level loop. `where` must be the current device. `gaps` is the same on all processes;
/// without it, each exchange has the rule of its transport. Throws error_category::memory, before anything is allocated, if the
/// device has too little.
[[nodiscard]] std::unique_ptr<searcher> make_device_search(const partitioned_graph& g, device where, grid_exchanges exchanges,
                                                           std::optional<gap_rule> gaps = {});

/// Collective, for grids with one column: one kernel per device, writing to each other's memory. `where` must be the current
/// device. Throws a rank_error on all processes: error_category::device if the devices cannot do that or there are more than
/// most_peers; ::memory.
[[nodiscard]] std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where);
/// Same for a part that is on the device already; its stream must outlive the searcher.
[[nodiscard]] std::unique_ptr<searcher> make_peer_search(const partitioned_graph& g, device where, peer_part part);

}  // namespace fathom::ranks_engine
