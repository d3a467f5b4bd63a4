// A breadth-first search by all ranks, each with a CUDA device: rank_search with its arrays in the devices' memory.
#pragma once

#include <memory>

#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"
#include "fathom/rank_bfs.hpp"

namespace fathom::ranks_engine {

/// Collective: of a grid of one column; `g` must outlive it. Throws on all ranks error_category::usage for more columns, ::memory
/// where a device has too little, ::device.
[[nodiscard]] std::unique_ptr<searcher> search_on_device(const partitioned_graph& g, device where, rank_transport transport);

/// Collective: whether some ranks have the same device. NCCL does not take that, and kernels that wait for each other take turns.
[[nodiscard]] bool share_devices(communicator& ranks, device where);

}  // namespace fathom::ranks_engine
