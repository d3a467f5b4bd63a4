// The search of one rank whose part is the whole graph, as it was constructed. For files that are compiled only with CUDA.
#pragma once

#include <memory>

#include "engine/ranks/device/device_part.hpp"
#include "engine/ranks/rank_search.hpp"
#include "fathom/device.hpp"

namespace fathom::ranks_engine {

/// By the engine of single searches (bfs_cuda), whose small levels are one block's: predecessors alone. The stream of `part`
/// outlives the searcher, and `g` does; `where` is the current device. Throws error_category::memory.
[[nodiscard]] std::unique_ptr<searcher> make_lone_search(const partitioned_graph& g, device where, peer_part part);

}  // namespace fathom::ranks_engine
