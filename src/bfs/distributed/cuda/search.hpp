// Distributed searches on one CUDA device per process, with all arrays of a level in device memory.
#pragma once

#include <memory>

#include "bfs/distributed/search.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/bfs.hpp"

namespace fathom::ranks_engine {

/// Collective; `g` must outlive the result. A single kernel per device runs the whole search if the grid has one column and devices
/// can write to each other's memory; otherwise the hosts run the level loop. Throws on all processes error_category::memory if a
/// device has too little, ::device.
[[nodiscard]] std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport);

}  // namespace fathom::ranks_engine
